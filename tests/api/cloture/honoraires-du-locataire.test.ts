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
import { type Agence, BAIL, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, ouvrirIndivision, rompus } from "../../support/agence/indivision.ts";
import { ouvrirCompte, releverLignes } from "../../support/banque/lignes-releve.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);
const JOUR = aujourdhui(new Date());
const ANNEE = JOUR.slice(0, 4);
const BAIL_SIGNE = {
  ...{ fraisDossierTTC: 300, fraisEdlTTC: 120, fraisDossierTauxTVA: 20 },
  ...{ honorairesBailleurTTC: 300, fraisEdlBailleurTTC: 120 },
};
const TOUT = { location: true, etatDesLieux: true, le: JOUR };

let agence: Agence;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;
let DossierId: number;

const facturer = (demande: object = {}) =>
  agence.user.post(`/Dossier/${DossierId}/facturer`, { ...TOUT, ...demande });

const factures = async (filtre = `DossierId=${DossierId}`) =>
  (
    await agence.user.get<FactureHonorairesRow[]>(
      `/FactureHonoraires?page=1&limit=50&sort=id&${filtre}`,
    )
  ).data;

const soldes = async () =>
  Object.fromEntries(
    (
      await db.all<{ genre: string; solde: number }>(
        sql`SELECT l.genre, sum(l.credit - l.debit) AS solde FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
          WHERE e.livre = 'H' GROUP BY 1 HAVING solde <> 0 ORDER BY 1`,
      )
    ).map(({ genre, solde }) => [genre, solde]),
  );

const tva = async () =>
  (await agence.admin.get<EtatDeTva>(`/Export/tva?du=${ANNEE}-01-01&au=${JOUR}`)).data;

const lettres = async () => {
  const fec = await (await agence.admin.fetch(`/api/Export/fec?exercice=${ANNEE}`)).text();
  return fec
    .split("\r\n")
    .map((ligne) => ligne.split("\t"))
    .filter(([, , , , compte]) => compte === "411200")
    .map((zones) => [zones[6], zones[7], zones[8], zones[11], zones[12], zones[13]]);
};

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  mandat = await ouvrirIndivision(agence, ["Paul"]);
  await fait(
    mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]], {
      ...{ tauxHonoraires: 7, tauxEn: "ht", tauxTva: 20 },
    }),
  );
  const loue = await mandat.louer("Martin", 850, 100);
  const { data } = await agence.user.get<{ LocataireId: number }>(`/Dossier/${loue.DossierId}`);
  ({ id: DossierId } = await creer(agence.admin, "Dossier", {
    ...{ ...BAIL, ...BAIL_SIGNE, AppartementId: loue.AppartementId, colocation: true },
    ...{ LocataireId: data.LocataireId, depotGarantie: 850 },
  }));
});

describe("La part du locataire des honoraires de location", () => {
  it("lui est facturée comme son bail la dit ; sa TVA attend qu’il la règle, et rien n’est au mandant", async () => {
    await fait(facturer());
    const [facture] = await factures();
    expect(facture).toMatchObject({
      ...{ numero: `FH-${ANNEE}-000001`, DossierId, mandat: "Monsieur Léo MARTIN" },
      ...{ ht: 350, tva: 70, ttc: 420, reste: 420, prelevee: false, corrigible: true },
    });
    expect(await soldes()).toEqual({ "411L": -42_000, "7062": 35_000, "44587": 7_000 });
    const { data } = await agence.user.get<FactureHonorairesDetail>(
      `/FactureHonoraires/${facture?.id}`,
    );
    expect(data.contenu.lignes).toMatchObject([
      { libelle: "Honoraires de visite, de constitution de dossier et de rédaction du bail" },
      { libelle: "Honoraires d’état des lieux d’entrée", ht: 100, tva: 20, ttc: 120 },
    ]);
    expect(await rompus()).toEqual([]);
    await fait(
      agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, { date: JOUR, mode: "carte" }),
    );
    expect(await soldes()).toEqual({ "512A": -42_000, "7062": 35_000, "44571": 7_000 });
    expect(await tva()).toMatchObject({ exigible: 70, enAttente: 0, lignes: [{ baseHT: 350 }] });
    const compte = [`D${String(DossierId).padStart(6, "0")}`, "MONSIEUR LÉO MARTIN"];
    expect(await lettres()).toEqual([
      [...compte, facture?.numero, "420,00", "0,00", "A"],
      [...compte, facture?.numero, "0,00", "420,00", "A"],
    ]);
    expect(await factures(`MissionId=${mandat.MissionId}&debiteur=mandant`)).toEqual([]);
    expect(await rompus()).toEqual([]);
  });

  it("ne se mêle ni à ses loyers, ni aux honoraires que le mandat doit", async () => {
    await mandat.appeler(DossierId, "2026-09");
    await mandat.payer(DossierId, "2026-09-05", 950);
    await fait(facturer());
    const compteRendu = await mandat.cloturer("2026-09");
    expect(compteRendu.factures).toHaveLength(1);
    expect(await soldes()).toMatchObject({ "411L": -42_000, "411H": -7_980 });
    const { data } = await agence.user.get<{ solde: number }>(`/Dossier/${DossierId}`);
    expect(data.solde).toBe(0);
    expect(await rompus()).toEqual([]);
  });

  it("se facture une seule fois, chaque prestation le jour où elle est faite", async () => {
    await fait(facturer({ etatDesLieux: false }));
    expect((await facturer()).status).toBe(409);
    await fait(facturer({ location: false }));
    expect((await factures()).map(({ ttc }) => ttc)).toEqual([300, 120]);
    expect((await facturer({ location: false })).status).toBe(409);
    expect((await agence.user.post("/Dossier/9999/facturer", TOUT)).status).toBe(404);
  });

  it.each([
    ["sans rien à facturer", { location: false, etatDesLieux: false }],
    ["avant la signature du bail", { le: "2024-12-19" }],
    ["un jour à venir", { le: "2099-01-01" }],
  ])("est refusée %s", async (_, demande) => {
    expect((await facturer(demande)).status).toBe(422);
    expect(await factures()).toEqual([]);
  });

  it.each([
    ["au-delà de la part du bailleur", { fraisEdlTTC: 121 }, /dépassent ceux du bailleur/],
    ["que le bail ne dit pas", { fraisEdlTTC: null }, /Le bail ne dit pas/],
  ])("est refusée %s", async (_, fiche, phrase) => {
    await fait(agence.admin.put(`/Dossier/${DossierId}`, fiche));
    const { status, error } = await facturer();
    expect([status, JSON.stringify(error)]).toEqual([422, expect.stringMatching(phrase)]);
  });

  it("que le bail dit facturée à la main ne l’est pas une seconde fois", async () => {
    await fait(agence.admin.put(`/Dossier/${DossierId}`, { dateFraisDossier: "2024-12-20" }));
    const { status, error } = await facturer();
    expect([status, error?.message]).toEqual([
      409,
      expect.stringMatching(/n°\u00A0F-2024-018 du 20\/12\/2024/),
    ]);
    await fait(facturer({ location: false }));
    expect((await factures()).map(({ ttc }) => ttc)).toEqual([120]);
  });

  it("a son avoir, qui la rend : réglée, elle lui est rendue, et peut être refaite", async () => {
    const compte = await ouvrirCompte("agence");
    await fait(facturer());
    const [facture] = await factures();
    const { ReleveId } = await releverLignes(compte, [
      { date: JOUR, montant: 420, libelle: `VIR MARTIN ${facture?.numero}` },
    ]);
    const [ligne] = (
      await agence.user.get<LigneProposee[]>(`/LigneReleve?page=1&limit=50&ReleveId=${ReleveId}`)
    ).data;
    expect(ligne?.propositions).toMatchObject([{ genre: "facture", FactureId: facture?.id }]);
    await fait(
      agence.user.post(`/LigneReleve/${ligne?.id}/rapprocher`, { FactureId: facture?.id }),
    );
    await fait(
      agence.user_delete.post(`/FactureHonoraires/${facture?.id}/avoir`, { motif: "Désistement" }),
    );
    const [, avoir] = await factures();
    expect(avoir).toMatchObject({ serie: "AV", DossierId, reste: -420 });
    await fait(
      agence.user.post(`/FactureHonoraires/${avoir?.id}/regler`, { date: JOUR, mode: "virement" }),
    );
    expect(await soldes()).toEqual({});
    expect(await tva()).toMatchObject({ exigible: 0, enAttente: 0 });
    await fait(facturer());
    expect((await factures())[2]).toMatchObject({ reste: 420 });
    expect(await rompus()).toEqual([]);
    const suppression = await agence.admin.delete(`/Dossier/${DossierId}`);
    expect(suppression.status).toBe(409);
  });

  it.each([
    ["encaissements", "true", -7_000],
    ["débits", "false", 0],
  ])(
    "refaite quand son avoir, né sous le régime des %s, n’est pas encore rendu, est payée par lui, et sa TVA avec elle",
    async (_regime, ensuite, attente) => {
      const option = (valeur: string) =>
        db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES ('optionDebits', ${valeur})
        ON CONFLICT (nom) DO UPDATE SET valeur = excluded.valeur`);
      await option(ensuite === "true" ? "false" : "true");
      await fait(facturer());
      const [facture] = await factures();
      await fait(
        agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, { date: JOUR, mode: "carte" }),
      );
      await fait(
        agence.user_delete.post(`/FactureHonoraires/${facture?.id}/avoir`, {
          motif: "Désistement",
        }),
      );
      expect((await soldes())["44587"] ?? 0).toBe(attente);
      await option(ensuite);
      await fait(facturer());
      expect(await factures()).toMatchObject([{ reste: 0 }, { reste: null }, { reste: 0 }]);
      expect(await soldes()).toMatchObject({ "7062": 35_000, "44571": 7_000 });
      expect(await tva()).toMatchObject({ exigible: 70, enAttente: 0 });
      expect(await rompus()).toEqual([]);
      const refaite = (await factures()).findLast(({ serie }) => serie === "FH");
      await fait(
        agence.user_delete.post(`/FactureHonoraires/${refaite?.id}/avoir`, {
          motif: "Désistement",
        }),
      );
      await fait(
        agence.user_delete.post(`/FactureHonoraires/${facture?.id}/annuler-reglement`, {
          motif: "Erreur",
        }),
      );
      expect(await tva()).toMatchObject({ exigible: 0, enAttente: 0 });
      expect(await rompus()).toEqual([]);
    },
  );
});
