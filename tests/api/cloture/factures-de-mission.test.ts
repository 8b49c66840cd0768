import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { aujourdhui } from "#domain/dates.ts";
import type {
  FactureHonorairesDetail,
  FactureHonorairesRow,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import type { EtatDeTva } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  creer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { fait, ouvrirIndivision, rompus } from "../../support/agence/indivision.ts";
import {
  type LigneDeTest,
  ouvrirCompte,
  releverLignes,
} from "../../support/banque/lignes-releve.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);
const JOUR = aujourdhui(new Date());
const ANNEE = JOUR.slice(0, 4);

let agence: Agence;
let MissionId: number;

const FACTURE = {
  ...{ genre: "location", libelle: "Honoraires de location", montant: 600 },
  ...{ etatDesLieux: 120, du: JOUR, au: JOUR },
};

const facturer = (suite: object = {}, id = MissionId) =>
  agence.user.post(`/Mission/${id}/facturer`, { ...FACTURE, ...suite });

const factures = async (id = MissionId) =>
  (
    await agence.user.get<FactureHonorairesRow[]>(
      `/FactureHonoraires?page=1&limit=50&sort=id&MissionId=${id}`,
    )
  ).data;

const tva = async () =>
  (await agence.admin.get<EtatDeTva>(`/Export/tva?du=${ANNEE}-01-01&au=${JOUR}`)).data;

const soldes = async () =>
  Object.fromEntries(
    (
      await db.all<{ genre: string; solde: number }>(
        sql`SELECT genre, sum(credit - debit) AS solde FROM "Ligne" GROUP BY genre HAVING solde <> 0 ORDER BY genre`,
      )
    ).map(({ genre, solde }) => [genre, solde]),
  );

const regler = (id: number | undefined) =>
  agence.user.post(`/FactureHonoraires/${id}/regler`, { date: JOUR, mode: "cheque" });

const relever = async (compte: number, ...lues: Omit<LigneDeTest, "date">[]) => {
  const { ReleveId } = await releverLignes(
    compte,
    lues.map((ligne) => ({ ...ligne, date: JOUR })),
  );
  return (
    await agence.user.get<LigneProposee[]>(
      `/LigneReleve?page=1&limit=50&ReleveId=${ReleveId}&sort=id`,
    )
  ).data;
};

const lettres = async () => {
  const fec = await (await agence.admin.fetch(`/api/Export/fec?exercice=${ANNEE}`)).text();
  return fec
    .split("\r\n")
    .map((ligne) => ligne.split("\t"))
    .filter(([, , , , compte]) => compte?.startsWith("411"))
    .map((zones) => [zones[8], zones[11], zones[12], zones[13]]);
};

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  const { id: ClientId } = await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom: "Roy" });
  ({ id: MissionId } = await creer(agence.admin, "Mission", {
    ...MISSION,
    ...{ type: "location", numRegistre: "T-12", dateSignature: "2026-01-05" },
  }));
  await fait(agence.admin.put(`/Mission/${MissionId}/client/add/${ClientId}`));
});

describe("Une mission de location, sans mandat de gestion", () => {
  it("se facture dans la série des honoraires ; sa TVA attend que le client la règle", async () => {
    const mandat = await ouvrirIndivision(agence, ["Paul"]);
    await fait(
      mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]], {
        ...{ tauxHonoraires: 7, tauxEn: "ht", tauxTva: 20 },
      }),
    );
    const { DossierId } = await mandat.louer("Martin", 850, 100);
    await mandat.appeler(DossierId, "2026-09");
    await mandat.payer(DossierId, "2026-09-05", 950);
    await mandat.cloturer("2026-09");
    expect((await facturer()).status).toBe(204);
    const [facture] = await factures();
    expect(facture).toMatchObject({
      ...{
        numero: `FH-${ANNEE}-000002`,
        CompteRenduId: null,
        mandat: expect.stringContaining("ROY"),
      },
      ...{ ht: 600, tva: 120, ttc: 720, reste: 720, prelevee: false, corrigible: true },
    });
    expect(await soldes()).toMatchObject({
      "411H": -72_000 - 7_980,
      "7062": 60_000,
      "44587": 12_000,
    });
    expect((await regler(facture?.id)).status).toBe(204);
    expect(await soldes()).toMatchObject({ "512A": -72_000, "44571": 12_000 + 1_330 });
    expect(await lettres()).toContainEqual([`FH-${ANNEE}-000002`, "720,00", "0,00", "A"]);
    expect(await rompus()).toEqual([]);
  });

  it("dit sur sa facture ce qu’elle est, et à qui", async () => {
    await facturer();
    const [facture] = await factures();
    const { data } = await agence.user.get<FactureHonorairesDetail>(
      `/FactureHonoraires/${facture?.id}`,
    );
    expect(data.contenu).toMatchObject({
      ...{ mandat: "T-12", objet: "honoraires de location", franchise: false },
      lignes: [
        { libelle: "Honoraires de location", ht: 500, tva: 100, ttc: 600, tauxTva: 2000 },
        { libelle: "Honoraires d’état des lieux", ht: 100, tva: 20, ttc: 120 },
      ],
    });
    const papier = await agence.user.get(`/FactureHonoraires/${facture?.id}/generate`);
    expect(papier.status).toBe(200);
    const cii = await (await agence.user.fetch(`/api/FactureHonoraires/${facture?.id}/cii`)).text();
    expect(cii).toContain("<ram:IssuerAssignedID>T-12</ram:IssuerAssignedID>");
  });

  it("n’est pas facturée sans client, avant d’être faite, ni si un mandat de gestion la porte", async () => {
    const { id: seule } = await creer(agence.admin, "Mission", { ...MISSION, type: "prestation" });
    const gestion = await ouvrirIndivision(agence, ["Paul"]);
    expect((await facturer({}, seule)).status).toBe(409);
    expect((await facturer({}, gestion.MissionId)).status).toBe(409);
    expect((await facturer({ au: "2099-01-01" })).status).toBe(422);
    expect((await facturer({ montant: 0 })).status).toBe(422);
    expect(await factures()).toEqual([]);
  });
});

describe("L’avoir d’une mission", () => {
  it("éteint une facture qui n’était pas réglée, et sa TVA avec elle", async () => {
    await facturer();
    await facturer({ montant: 480, etatDesLieux: null });
    const [, seconde] = await factures();
    const avoir = await agence.user_delete.post(`/FactureHonoraires/${seconde?.id}/avoir`, {
      motif: "Bail non signé",
    });
    expect(avoir.status).toBe(204);
    expect((await factures()).map(({ numero, reste }) => [numero, reste])).toEqual([
      [`FH-${ANNEE}-000001`, 720],
      [`FH-${ANNEE}-000002`, 0],
      [`AV-${ANNEE}-000001`, null],
    ]);
    // In the ledger, the credit note has the same « Lettre » as the invoice that it corrects, not as the oldest one.
    expect(await lettres()).toEqual([
      [`FH-${ANNEE}-000001`, "720,00", "0,00", ""],
      [`FH-${ANNEE}-000002`, "480,00", "0,00", "A"],
      [`AV-${ANNEE}-000001`, "0,00", "480,00", "A"],
    ]);
    expect(await tva()).toMatchObject({ exigible: 0, enAttente: 120 });
    const encore = await agence.user_delete.post(`/FactureHonoraires/${seconde?.id}/avoir`, {
      motif: "Encore",
    });
    expect(encore.status).toBe(409);
    expect(await rompus()).toEqual([]);
  });

  it("d’une facture réglée est rendu à la main : la TVA exigible en est reprise", async () => {
    await facturer();
    const [facture] = await factures();
    await regler(facture?.id);
    await agence.user_delete.post(`/FactureHonoraires/${facture?.id}/avoir`, { motif: "Annulée" });
    const [, avoir] = await factures();
    expect(avoir).toMatchObject({ serie: "AV", reste: -720 });
    expect(await tva()).toMatchObject({ exigible: 120, enAttente: -120, aReprendre: 120 });
    expect((await regler(avoir?.id)).status).toBe(204);
    expect(await soldes()).toEqual({});
    expect(await tva()).toMatchObject({ exigible: 0, enAttente: 0, aReprendre: 0 });
    expect(await rompus()).toEqual([]);
    expect((await regler(avoir?.id)).status).toBe(409);
    await agence.user_delete.post(`/FactureHonoraires/${avoir?.id}/annuler-reglement`, {
      motif: "Chèque perdu",
    });
    expect((await factures())[1]).toMatchObject({ reste: -720 });
    expect(await rompus()).toEqual([]);
  });

  it("d’une facture réglée se déduit de la suivante, qui ne doit que le reste", async () => {
    await facturer();
    const [facture] = await factures();
    await regler(facture?.id);
    await agence.user_delete.post(`/FactureHonoraires/${facture?.id}/avoir`, { motif: "Annulée" });
    await facturer({ montant: 1_000, etatDesLieux: null });
    const [, avoir, suivante] = await factures();
    expect([avoir?.reste, suivante?.reste]).toEqual([null, 280]);
    await regler(suivante?.id);
    expect(await tva()).toMatchObject({ enAttente: 0 });
    expect(await rompus()).toEqual([]);
  });
});

describe("Sur le compte de l’agence, le relevé", () => {
  it("montre le règlement d’une facture et l’avoir rendu, que l’on rapproche et reprend", async () => {
    const compte = await ouvrirCompte("agence");
    await facturer();
    const [facture] = await factures();
    const numero = facture?.numero ?? "";
    const [recue, autre] = await relever(
      compte,
      { montant: 720, libelle: `VIR ROY ${numero}` },
      { montant: 719.99, libelle: "VIR ROY" },
    );
    expect(recue?.propositions).toMatchObject([
      { genre: "facture", score: "A", FactureId: facture?.id },
    ]);
    expect(autre?.propositions).toEqual([]);
    const rapprocher = (id: number | undefined, FactureId: number | undefined) =>
      agence.user.post<LigneProposee>(`/LigneReleve/${id}/rapprocher`, { FactureId });
    expect((await rapprocher(autre?.id, facture?.id)).status).toBe(422);
    const { data } = await rapprocher(recue?.id, facture?.id);
    expect(data).toMatchObject({ etat: "rapprochee", factures: [{ numero, montant: 720 }] });
    expect((await factures())[0]).toMatchObject({ reste: 0, regleeLe: JOUR, mode: "virement" });
    const parLaFacture = await agence.user_delete.post(
      `/FactureHonoraires/${facture?.id}/annuler-reglement`,
      { motif: "Essai" },
    );
    expect(parLaFacture.status).toBe(409);
    await agence.user_delete.post(`/FactureHonoraires/${facture?.id}/avoir`, { motif: "Annulée" });
    const [, avoir] = await factures();
    const [rendue] = await relever(compte, { montant: -720, libelle: "VIR VERS ROY" });
    expect(rendue?.propositions).toMatchObject([{ genre: "avoir", FactureId: avoir?.id }]);
    expect((await rapprocher(rendue?.id, avoir?.id)).status).toBe(200);
    expect(await soldes()).toEqual({});
    for (const ligne of [rendue, recue]) {
      const { status } = await agence.user_delete.post(`/LigneReleve/${ligne?.id}/annuler`, {});
      expect(status).toBe(200);
    }
    expect((await factures()).map(({ reste }) => reste)).toEqual([0, null]);
    expect(await rompus()).toEqual([]);
  });

  it("d’un compte de gérance ne règle jamais d’honoraires", async () => {
    const compte = await ouvrirCompte();
    await facturer();
    const [facture] = await factures();
    const [ligne] = await relever(compte, { montant: 720, libelle: `VIR ROY ${facture?.numero}` });
    expect(ligne?.propositions).toEqual([]);
    const { status } = await agence.user.post(`/LigneReleve/${ligne?.id}/rapprocher`, {
      FactureId: facture?.id,
    });
    expect(status).toBe(409);
  });
});
