import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { aujourdhui } from "#domain/dates.ts";
import type {
  CompteRenduDetail,
  CompteRenduRow,
  SommesDesComptes,
  ValidationDeCompte,
} from "#domain/gerance/cloture/compte-rendu.ts";
import type {
  FactureHonorairesDetail,
  FactureHonorairesRow,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { validerComptes } from "#worker/operations/gerance/cloture/comptes-rendus.ts";
import { invariants, rupturesDe } from "#worker/operations/gerance/livres/invariants.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  LOCATAIRE,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { mourir } from "../../support/worker/pannes.ts";

const JOUR = aujourdhui(new Date());

let agence: Agence;
const base = () => openDb(env);

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

interface Conditions {
  depuis?: string;
  modeFonds?: "agence" | "proprietaire";
  tauxHonoraires?: number | null;
  tauxEn?: "ht" | "ttc";
  assiette?: string;
  provision?: number;
  parts?: { ClientId: number; num: number; den: number }[];
}

/** Writes terms straight into the books, rates in hundredths of a percent and sums in cents. */
async function conditionner(MissionId: number, dites: Conditions) {
  const { parts = [], ...reste } = dites;
  const valeurs = {
    depuis: "2026-01-01",
    modeFonds: "agence",
    tauxHonoraires: 700,
    tauxEn: "ht",
    assiette: "encaisse_cc",
    provision: 0,
    ...reste,
  };
  await base().run(sql`INSERT INTO "ConditionsMandat" ("MissionId", depuis, "modeFonds", "tauxHonoraires", "tauxEn", assiette, provision)
    VALUES (${MissionId}, ${valeurs.depuis}, ${valeurs.modeFonds}, ${valeurs.tauxHonoraires}, ${valeurs.tauxEn}, ${valeurs.assiette}, ${valeurs.provision})`);
  for (const [rang, { ClientId, num, den }] of parts.entries()) {
    await base().run(sql`INSERT INTO "PartMandat" ("ConditionsMandatId", "ClientId", rang, num, den)
      VALUES ((SELECT max(id) FROM "ConditionsMandat"), ${ClientId}, ${rang}, ${num}, ${den})`);
  }
}

interface Lot {
  AppartementId: number;
  DossierId: number;
}

/** A dwelling of the mandate, let since the beginning of the year. */
async function lot(
  MissionId: number,
  ClientIds: readonly number[],
  { nom, loyerHC, charge }: { nom: string; loyerHC: number; charge: number },
): Promise<Lot> {
  const [appartement, locataire] = [
    await creer(agence.admin, "Appartement", {
      ...APPARTEMENT,
      adresse: `Lot ${nom}`,
      loyerHC,
      charge,
    }),
    await creer(agence.admin, "Locataire", { ...LOCATAIRE, nom, mail: `${nom}@exemple.fr` }),
  ];
  for (const id of ClientIds) {
    await agence.admin.put(`/Appartement/${appartement.id}/owner/add/${id}`);
  }
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${appartement.id}`);
  const dossier = await creer(agence.admin, "Dossier", {
    ...BAIL,
    AppartementId: appartement.id,
    LocataireId: locataire.id,
    loyerHC,
    loyerCharge: charge,
    depotGarantie: loyerHC,
    jourQuitance: 1,
    dateEntree: "2026-01-01",
    dateDebutBail: "2026-01-01",
  });
  return { AppartementId: appartement.id, DossierId: dossier.id };
}

const appeler = async (DossierId: number, mois: string) => {
  const { status } = await agence.admin.post(`/Quitance/generate/${DossierId}`, {
    date: `${mois}-01`,
  });
  expect(status).toBe(201);
};

async function payer(
  DossierId: number,
  date: string,
  montant: number,
  suite: Record<string, unknown> = {},
): Promise<number> {
  const { data, status, error } = await agence.user.post<{ id: number }>("/Reglement", {
    DossierId,
    date,
    montant,
    mode: "virement",
    ...suite,
  });
  expect([status, error]).toEqual([201, undefined]);
  return data.id;
}

interface Durand {
  MissionId: number;
  paul: number;
  anne: number;
  martin: Lot;
  petit: Lot;
}

/** The mandate of the worked example: two owners, two lots, 180 € still owed for September, a provision of 300 €. */
async function durand(conditions: Conditions = {}): Promise<Durand> {
  const { id: paul } = await creer(agence.admin, "Client", {
    ...PROPRIETAIRE,
    titre: "Monsieur",
    nom: "Durand",
    prenom: "Paul",
  });
  const { id: anne } = await creer(agence.admin, "Client", {
    ...PROPRIETAIRE,
    nom: "Durand",
    prenom: "Anne",
  });
  const { id: MissionId } = await creer(agence.admin, "Mission", {
    ...MISSION,
    nbAppart: 2,
    numRegistre: "42",
    dateSignature: "2024-03-12",
  });
  await agence.admin.put(`/Mission/${MissionId}/client/add/${paul}`);
  await agence.admin.put(`/Mission/${MissionId}/client/add/${anne}`);
  await conditionner(MissionId, {
    provision: 30_000,
    parts: [
      { ClientId: paul, num: 3, den: 5 },
      { ClientId: anne, num: 2, den: 5 },
    ],
    ...conditions,
  });
  const martin = await lot(MissionId, [paul, anne], { nom: "Martin", loyerHC: 850, charge: 100 });
  const petit = await lot(MissionId, [paul, anne], { nom: "Petit", loyerHC: 620, charge: 60 });
  return { MissionId, paul, anne, martin, petit };
}

/** Posts money of an owner as a signed takeover would, or an expense as its payment would; `montant` in cents. */
async function ecrire(
  MissionId: number,
  { cle, journal, date, montant }: { cle: string; journal: string; date: string; montant: number },
) {
  const [debit, credit] = montant < 0 ? [-montant, 0] : [0, montant];
  await base().write({
    lignes: base().run(sql`INSERT INTO "Ligne" ("EcritureId", genre, de, mandat, debit, credit)
      SELECT (SELECT max(id) + 1 FROM "Ecriture"), '4670', ${MissionId}, ${MissionId}, ${debit}, ${credit}
      UNION ALL SELECT (SELECT max(id) + 1 FROM "Ecriture"), '512G', NULL, NULL, ${credit}, ${debit}`),
    ecriture:
      base().run(sql`INSERT INTO "Ecriture" (id, livre, exercice, numero, journal, date, libelle, cle)
      SELECT max(id) + 1, 'G', ${date.slice(0, 4)}, (SELECT max(numero) + 1 FROM "Ecriture" WHERE livre = 'G' AND exercice = ${date.slice(0, 4)}),
        ${journal}, ${date}, 'Écriture', ${cle} FROM "Ecriture"`),
  });
}

const preparer = async (mois: string) => {
  const { status, data } = await agence.admin.post<{ crees: number }>("/CompteRendu/preparer", {
    mois,
  });
  expect(status).toBe(200);
  return data.crees;
};

const lister = async (suite = "") =>
  (await agence.user.get<CompteRenduRow[]>(`/CompteRendu?page=1&limit=50${suite}`)) as Awaited<
    ReturnType<typeof agence.user.get<CompteRenduRow[]>>
  > & { sommes: SommesDesComptes };

const lire = async (id: number) =>
  (await agence.user.get<CompteRenduDetail>(`/CompteRendu/${id}`)).data;

const du = async (mois: string, MissionId?: number) => {
  const suite = MissionId === undefined ? "" : `&MissionId=${MissionId}`;
  const { data } = await lister(`&mois=${mois}${suite}`);
  const [un] = data;
  if (!un) throw new Error(`Aucun compte rendu de ${mois}`);
  return un;
};

const valider = async (...ids: number[]) =>
  (await agence.admin.post<ValidationDeCompte[]>("/CompteRendu/valider", { ids })).data;

async function cloturer(mois: string) {
  await preparer(mois);
  const { id } = await du(mois);
  expect(await valider(id)).toEqual([{ id, resultat: "valide", raison: null }]);
  return lire(id);
}

const solde = async (genre: string, mandat: number) =>
  (
    await base().all<{ solde: number }>(
      sql`SELECT coalesce(sum(credit - debit), 0) AS solde FROM "Ligne" WHERE genre = ${genre} AND mandat = ${mandat}`,
    )
  )[0]?.solde;

async function papier(de: "CompteRendu" | "FactureHonoraires", id: number): Promise<string> {
  const { data } = await agence.admin.get<{ generated: string }>(`/${de}/${id}/generate`);
  const pdf = await agence.admin.fetch(`/files/${data.generated}`);
  return readPdf(new Uint8Array(await pdf.arrayBuffer())).text;
}

async function rompus() {
  const noms: string[] = [];
  for (const invariant of invariants({ today: JOUR })) {
    const ruptures = await rupturesDe(base(), invariant);
    if (ruptures.length > 0) noms.push(invariant.nom.split(" · ")[0] ?? "");
  }
  return noms;
}

const factures = async (suite = "") =>
  (await agence.user.get<FactureHonorairesRow[]>(`/FactureHonoraires?page=1&limit=50${suite}`))
    .data;

describe("Le compte rendu de l’indivision Durand, octobre 2026", () => {
  let d: Durand;

  beforeEach(async () => {
    d = await durand();
    await appeler(d.petit.DossierId, "2026-09");
    await payer(d.petit.DossierId, "2026-09-05", 500);
    await ecrire(d.MissionId, {
      cle: "reprise",
      journal: "AN",
      date: "2026-09-01",
      montant: 30_000,
    });
    await cloturer("2026-09");
    await appeler(d.martin.DossierId, "2026-10");
    await appeler(d.petit.DossierId, "2026-10");
    await payer(d.martin.DossierId, "2026-10-02", 740);
    await payer(d.martin.DossierId, "2026-10-05", 210, { payeur: "caf" });
    await payer(d.petit.DossierId, "2026-10-09", 500);
    await ecrire(d.MissionId, { cle: "x1", journal: "DEP", date: "2026-10-14", montant: -13_200 });
    await ecrire(d.MissionId, { cle: "x2", journal: "DEP", date: "2026-10-15", montant: -31_000 });
    await ecrire(d.MissionId, { cle: "x3", journal: "DEP", date: "2026-10-31", montant: -2_375 });
  });

  it("retient son mandat et ses mandants, et dit quels comptes", async () => {
    const comptes = "les comptes du mandat n°\u00A042 (rendus jusqu’en septembre 2026)";
    const mandat = await agence.admin.delete(`/Mission/${d.MissionId}`);
    expect([mandat.status, mandat.error.message]).toEqual([
      409,
      `Suppression impossible : cette fiche est retenue par ${comptes}.`,
    ]);
    const client = await agence.admin.delete(`/Client/${d.paul}`);
    expect([client.status, client.error.message]).toEqual([
      409,
      `Suppression impossible : cette fiche est retenue par ${comptes}, 2 appartements, 1 mission, 3 quittances.`,
    ]);
    const logement = await agence.admin.delete(`/Appartement/${d.martin.AppartementId}`);
    expect(logement.error.message).toMatch(
      /: cette fiche est retenue par 1 dossier \(n°\u00A0\S+\), 1 mission \(n°\u00A042\)/,
    );
    const lien = await agence.admin.delete(`/Mission/${d.MissionId}/client/remove/${d.paul}`);
    expect([lien.status, lien.error.message]).toEqual([
      409,
      "Les conditions du mandat n°\u00A042 donnent une quote-part à ce client : changez-les d’abord.",
    ]);
  });

  it("au centime, en brouillon puis validé", async () => {
    expect(await preparer("2026-10")).toBe(1);
    expect(await preparer("2026-10")).toBe(0);
    const brouillon = await du("2026-10");
    const attendu = {
      numero: "2026-10 / 000042",
      mandat: "INDIVISION DURAND",
      du: "2026-10-01",
      au: "2026-10-31",
      soldePrecedent: 300,
      encaissements: 1450,
      honorairesTTC: 121.8,
      depenses: 465.75,
      solde: 1162.45,
      provision: 300,
      reversement: 862.45,
    };
    expect(brouillon).toMatchObject({ ...attendu, etat: "brouillon" });
    expect(brouillon.parts.map(({ ClientId, montant }) => [ClientId, montant])).toEqual([
      [d.paul, 517.47],
      [d.anne, 344.98],
    ]);
    const fige = await cloturer("2026-10");
    expect(fige).toMatchObject({ ...attendu, etat: "valide", validePar: "admin@agence.example" });
    expect(fige.contenu.situation).toMatchObject([
      { lot: "Lot Martin, 4e", appele: 950, soldeAnterieur: 0, encaisse: 950, resteDu: 0 },
      { lot: "Lot Petit, 4e", appele: 680, soldeAnterieur: 180, encaisse: 500, resteDu: 360 },
    ]);
    expect(
      fige.contenu.detailEncaissements.map(({ date, mois, loyer, charges, total }) => [
        date,
        mois,
        loyer,
        charges,
        total,
      ]),
    ).toEqual([
      ["2026-10-02", "2026-10", 662.11, 77.89, 740],
      ["2026-10-05", "2026-10", 187.89, 22.11, 210],
      ["2026-10-09", "2026-09", 164.12, 15.88, 180],
      ["2026-10-09", "2026-10", 291.76, 28.24, 320],
    ]);
    expect(fige.contenu.detailHonoraires).toMatchObject([
      { base: 1450, taux: 700, ht: 101.5, tva: 20.3, ttc: 121.8 },
    ]);
    expect(await solde("4670", d.MissionId)).toBe(30_000);
    expect(await solde("411H", d.MissionId)).toBe(-12_180 - 4_200);
    expect(await rompus()).toEqual([]);
    const [facture] = await factures("&annee=2026");
    expect(facture).toMatchObject({ numero: "FH-2026-000002", ht: 101.5, tva: 20.3, ttc: 121.8 });
    const { data } = await agence.user.get<FactureHonorairesDetail>(
      `/FactureHonoraires/${facture?.id}`,
    );
    expect(data.contenu).toMatchObject({
      acheteur: { nom: "INDIVISION DURAND", ville: "Lyon" },
      du: "2026-10-01",
      au: "2026-10-31",
      prelevee: true,
      lignes: [{ libelle: "Honoraires de gestion", ht: 101.5, tauxTva: 2000 }],
    });
  });
});

describe("Un mandat d’un seul propriétaire", () => {
  let MissionId: number;
  let client: number;
  let bien: Lot;

  async function ouvrir(conditions: Conditions = {}) {
    ({ id: client } = await creer(agence.admin, "Client", PROPRIETAIRE));
    ({ id: MissionId } = await creer(agence.admin, "Mission", { ...MISSION, numRegistre: "7" }));
    await agence.admin.put(`/Mission/${MissionId}/client/add/${client}`);
    await conditionner(MissionId, conditions);
    bien = await lot(MissionId, [client], { nom: "Martin", loyerHC: 850, charge: 100 });
    await appeler(bien.DossierId, "2026-09");
  }

  it("où il reçoit les loyers a ses honoraires à régler, et rien à reverser", async () => {
    await ouvrir({ modeFonds: "proprietaire" });
    await payer(bien.DossierId, "2026-09-05", 950);
    const rendu = await cloturer("2026-09");
    expect(rendu).toMatchObject({
      modeFonds: "proprietaire",
      encaissements: 0,
      loyersRecus: 950,
      honorairesTTC: 79.8,
      solde: 0,
      reversement: 0,
    });
    expect(rendu.contenu).toMatchObject({
      loyersAppeles: 950,
      loyersRecus: 950,
      loyersNonConfirmes: 0,
      detailEncaissements: [{ loyer: 850, charges: 100, total: 950 }],
    });
    expect(await solde("411H", MissionId)).toBe(-7_980);
    expect(await solde("4680", MissionId)).toBe(0);
    const [facture] = await factures();
    const { data } = await agence.user.get<FactureHonorairesDetail>(
      `/FactureHonoraires/${facture?.id}`,
    );
    expect(data.contenu.prelevee).toBe(false);
    expect(await rompus()).toEqual([]);
  });

  it("la règle lui-même, une fois, avoirs déduits : cela se note, se reprend, et le livre H le dit", async () => {
    await ouvrir({ modeFonds: "proprietaire" });
    const payee = await payer(bien.DossierId, "2026-09-05", 950);
    await cloturer("2026-09");
    const [facture] = await factures();
    expect(facture).toMatchObject({ reste: 79.8, regleeLe: null, mode: null });
    const id = facture?.id;
    const noter = (dit: object = {}, qui = agence.user) =>
      qui.post(`/FactureHonoraires/${id}/regler`, { date: JOUR, mode: "virement", ...dit });
    expect((await noter({ date: "2999-01-01" })).error.fields).toHaveProperty("date");
    expect((await noter({ date: "2026-01-02" })).error.fields).toHaveProperty("date");
    expect((await noter({ mode: "troc" })).status).toBe(422);
    const faits = await Promise.all([noter(), noter()]);
    expect(faits.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await factures())[0]).toMatchObject({ reste: 0, regleeLe: JOUR, mode: "virement" });
    expect([await solde("411H", MissionId), await solde("512A", MissionId)]).toEqual([0, -7_980]);

    const reprendre = (qui = agence.user_delete, motif = "Virement d’un autre") =>
      qui.post(`/FactureHonoraires/${id}/annuler-reglement`, { motif });
    expect((await reprendre(agence.user)).status).toBe(403);
    expect((await reprendre(agence.user_delete, "")).status).toBe(422);
    expect((await reprendre()).status).toBe(204);
    expect((await reprendre()).status).toBe(409);
    expect((await factures())[0]).toMatchObject({ reste: 79.8, regleeLe: null });
    expect(await solde("411H", MissionId)).toBe(-7_980);
    expect(await rompus()).toEqual([]);

    // The rent is taken back: after the credit note, nothing is left to pay on the invoice.
    await agence.user_delete.post(`/Reglement/${payee}/rejeter`, {
      motif: "Sans provision",
      date: "2026-10-02",
    });
    await cloturer("2026-10");
    expect((await factures()).map(({ serie, reste }) => [serie, reste]).toSorted()).toEqual([
      ["AV", null],
      ["FH", 0],
    ]);
    expect((await noter()).status).toBe(409);
    expect(await rompus()).toEqual([]);
  });

  it("ne paie pas d’honoraires sur un dépôt de garantie, un abandon ni ce qu’un garant a payé", async () => {
    await ouvrir();
    await agence.admin.post(`/Dossier/${bien.DossierId}/appel`, {
      nature: "depot",
      montant: 850,
      exigibleLe: "2026-09-01",
    });
    await payer(bien.DossierId, "2026-09-03", 1_800, { payeur: "visale" });
    const rendu = await cloturer("2026-09");
    expect(rendu).toMatchObject({ encaissements: 950, honorairesTTC: 0, reversement: 950 });
    expect(rendu.contenu.depotsDetenus).toBe(850);
    expect(await factures()).toEqual([]);
    expect(await rompus()).toEqual([]);
  });

  it("dont un loyer est rejeté après le reversement est débiteur, ses honoraires sont rendus", async () => {
    await ouvrir({ provision: 30_000 });
    await ecrire(MissionId, { cle: "reprise", journal: "AN", date: "2026-09-01", montant: 30_000 });
    const reglement = await payer(bien.DossierId, "2026-09-05", 950);
    const premier = await cloturer("2026-09");
    expect(premier).toMatchObject({ honorairesTTC: 79.8, reversement: 870.2 });
    const { data: quittances } = await agence.admin.get<{ id: number }[]>("/Quitance");
    const quittance = quittances[0]?.id;
    const impayee = await agence.user.get(`/Quitance/switchState/false/${quittance}`);
    expect([impayee.status, impayee.error.message]).toEqual([
      409,
      expect.stringContaining("compte rendu validé"),
    ]);
    const enLot = await agence.user.post<{ refusees: { motif: string }[] }>("/Quitance/lot", {
      ids: [quittance],
      regle: false,
    });
    expect([enLot.status, enLot.data?.refusees?.[0]?.motif]).toEqual([
      200,
      expect.stringContaining("compte rendu validé"),
    ]);
    await agence.user_delete.post(`/Reglement/${reglement}/rejeter`, {
      motif: "Sans provision",
      date: "2026-10-02",
    });
    await preparer("2026-10");
    const brouillon = await du("2026-10");
    expect(brouillon).toMatchObject({
      soldePrecedent: 300,
      encaissements: -950,
      honorairesTTC: -79.8,
      solde: -570.2,
      reversement: 0,
    });
    expect(brouillon.anomalies.filter(({ bloque }) => bloque)).toEqual([
      expect.objectContaining({
        genre: "negatif",
        bloque: "reversement",
        detail: expect.stringContaining("apport de l’agence de 570,20"),
      }),
    ]);
    const rendu = await cloturer("2026-10");
    expect(rendu.contenu.detailEncaissements).toMatchObject([
      { total: -950, mois: "2026-09", regularisation: true },
    ]);
    expect(await solde("4670", MissionId)).toBe(-57_020);
    const [avoir] = await factures("&serie=AV");
    expect(avoir).toMatchObject({ numero: "AV-2026-000001", ttc: -79.8 });
    const { data } = await agence.user.get<FactureHonorairesDetail>(
      `/FactureHonoraires/${avoir?.id}`,
    );
    expect(data.contenu.corrige).toBe("FH-2026-000001");
    // The mandate is overdrawn, so that other mandates' money pays for it: the control I6 reports it.
    expect(await rompus()).toEqual(["I6"]);
  });

  it("qui ne porte pas de quoi payer ses honoraires les doit : ils sont pris sur les prochains fonds", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await ecrire(MissionId, { cle: "x1", journal: "DEP", date: "2026-09-20", montant: -92_000 });
    const septembre = await cloturer("2026-09");
    expect(septembre).toMatchObject({ honorairesTTC: 79.8, solde: 0, reversement: 0 });
    expect(septembre.contenu).toMatchObject({
      honorairesAnterieurs: 0,
      honorairesPris: [{ ttc: 30 }],
      honorairesLaisses: [{ ttc: 49.8 }],
    });
    expect([await solde("4670", MissionId), await solde("4680", MissionId)]).toEqual([0, 3_000]);
    expect(await solde("411H", MissionId)).toBe(-7_980);
    const [facture] = await factures();
    expect(facture).toMatchObject({ ttc: 79.8, reste: 49.8, prelevee: true });
    const { data: compte } = await agence.user.get(`/Mission/${MissionId}/compte`);
    expect(compte).toMatchObject({ solde: 0, honorairesDus: 49.8 });
    const [dit, facture30] = [
      await papier("CompteRendu", septembre.id),
      await papier("FactureHonoraires", facture?.id ?? 0),
    ].map((texte) => texte.replace(/\s/g, " "));
    expect(dit).toContain("Honoraires dus, pris sur les prochains fonds : 49,80 €.");
    expect(facture30).toContain("49,80 € dus, pris sur les prochains fonds.");
    expect(await rompus()).toEqual([]);

    await appeler(bien.DossierId, "2026-10");
    await payer(bien.DossierId, "2026-10-05", 950);
    const octobre = await cloturer("2026-10");
    expect(octobre).toMatchObject({ honorairesTTC: 79.8, solde: 820.4, reversement: 820.4 });
    expect(octobre.contenu).toMatchObject({ honorairesAnterieurs: 49.8, honorairesLaisses: [] });
    expect(await solde("4680", MissionId)).toBe(15_960);
    expect((await factures()).map(({ reste }) => reste)).toEqual([null, null]);
    expect(await rompus()).toEqual([]);
  });

  it("dont le mandant paie lui-même ce que ses fonds n’ont pas payé ne le prend pas deux fois", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await ecrire(MissionId, { cle: "x1", journal: "DEP", date: "2026-09-20", montant: -95_000 });
    await cloturer("2026-09");
    const [facture] = await factures();
    expect(facture?.reste).toBe(79.8);
    const regle = await agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, {
      date: JOUR,
      mode: "virement",
    });
    expect(regle.status).toBe(204);
    await appeler(bien.DossierId, "2026-10");
    await payer(bien.DossierId, "2026-10-05", 950);
    expect(await cloturer("2026-10")).toMatchObject({ honorairesTTC: 79.8, solde: 870.2 });
    expect(await solde("4680", MissionId)).toBe(7_980);
    expect(await rompus()).toEqual([]);
  });

  it("dont un fait tardif vient après sa clôture le lit dans le compte suivant, en régularisation", async () => {
    await ouvrir();
    await cloturer("2026-09");
    await payer(bien.DossierId, "2026-09-20", 950);
    const rendu = await cloturer("2026-10");
    expect(rendu.contenu).toMatchObject({
      encaissements: 950,
      detailEncaissements: [{ date: "2026-09-20", regularisation: true }],
      situation: [{ soldeAnterieur: 950, appele: 0, encaisse: 950, resteDu: 0 }],
    });
    expect(await rompus()).toEqual([]);
  });

  it("dont une dépense est payée depuis la période ne reverse pas ce qu’elle a pris", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await ecrire(MissionId, { cle: "x1", journal: "DEP", date: "2026-10-03", montant: -60_000 });
    const septembre = await cloturer("2026-09");
    expect(septembre).toMatchObject({ solde: 870.2, reversement: 270.2 });
    expect(septembre.contenu.reserves).toBe(600);
    expect(await solde("4670", MissionId)).toBe(0);
    expect(await cloturer("2026-10")).toMatchObject({
      soldePrecedent: 600,
      depenses: 600,
      solde: 0,
      reversement: 0,
    });
    expect(await rompus()).toEqual([]);
  });

  it("dont le logement a quitté le mandat lit encore ce qui lui est dû", async () => {
    await ouvrir({ modeFonds: "proprietaire" });
    await cloturer("2026-09");
    await agence.admin.delete(`/Mission/${MissionId}/appartement/remove/${bien.AppartementId}`);
    const { contenu } = await cloturer("2026-10");
    expect(contenu.situation).toMatchObject([
      { soldeAnterieur: 950, appele: 0, encaisse: 0, resteDu: 950 },
    ]);
  });

  it("se clôt dans l’ordre des mois, et son brouillon se supprime", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    await preparer("2026-10");
    const [octobre, septembre] = [await du("2026-10"), await du("2026-09")];
    expect(await valider(octobre.id)).toEqual([
      {
        id: octobre.id,
        resultat: "refuse",
        raison: "Validez d’abord le compte rendu de septembre 2026.",
      },
    ]);
    expect((await agence.user_delete.delete(`/CompteRendu/${septembre.id}`)).status).toBe(403);
    expect((await agence.admin.delete(`/CompteRendu/${septembre.id}`)).status).toBe(204);
    expect(await valider(octobre.id)).toMatchObject([{ resultat: "valide" }]);
    expect((await lire(octobre.id)).encaissements).toBe(950);
    expect((await agence.admin.delete(`/CompteRendu/${octobre.id}`)).status).toBe(409);
    expect((await agence.admin.post("/CompteRendu/preparer", { mois: "2099-01" })).status).toBe(
      422,
    );
    expect((await agence.user.post("/CompteRendu/valider", { ids: [1] })).status).toBe(403);
    expect(await preparer("2026-09")).toBe(0);
  });

  it("prend une fois les frais que son mandat prévoit sur demande, et aucun autre", async () => {
    await ouvrir();
    const prevoir = (depuis: string, autres: object[]) =>
      agence.admin.put(`/Mission/${MissionId}/conditions`, {
        depuis,
        modeFonds: "agence",
        tauxHonoraires: null,
        autresHonoraires: autres,
      });
    const DOSSIER = { libelle: "Dossier de sinistre", montant: 120, quand: "demande" };
    const FORFAIT = { libelle: "Frais de compte", montant: 6, quand: "compte" };
    expect((await prevoir("2026-09-01", [DOSSIER, FORFAIT])).status).toBe(200);
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    await preparer("2026-10");
    const [septembre, octobre] = [await du("2026-09"), await du("2026-10")];
    const ajouter = (id: number, libelle: string, api = agence.admin) =>
      api.post<CompteRenduDetail>(`/CompteRendu/${id}/frais`, {
        libelle,
        precision: "dégât des eaux",
      });
    const pris = async (id: number) =>
      (await lire(id)).contenu.detailHonoraires.map(({ libelle, ttc }) => [libelle, ttc]);

    for (const libelle of ["Honoraires de plaidoirie", FORFAIT.libelle])
      expect((await ajouter(septembre.id, libelle)).error.fields).toHaveProperty("libelle");
    expect((await ajouter(septembre.id, DOSSIER.libelle, agence.user_delete)).status).toBe(403);
    const [deux, trop] = [
      await ajouter(septembre.id, DOSSIER.libelle),
      await ajouter(septembre.id, DOSSIER.libelle),
    ];
    expect([deux.status, deux.data.fraisPrevus]).toEqual([
      201,
      [{ libelle: DOSSIER.libelle, montant: 120 }],
    ]);
    const retirer = (id: number) =>
      agence.admin.delete<CompteRenduDetail>(`/CompteRendu/${id}/frais/${trop.data.frais[1]?.id}`);
    expect((await retirer(septembre.id)).data.frais).toMatchObject([
      {
        libelle: DOSSIER.libelle,
        precision: "dégât des eaux",
        montant: 120,
        user: "admin@agence.example",
      },
    ]);
    expect((await retirer(septembre.id)).status).toBe(404);
    const FRAIS = [`${DOSSIER.libelle}, dégât des eaux`, 120];
    expect(await pris(octobre.id)).toEqual([["Frais de compte", 6], FRAIS]);

    // A deleted draft leaves its fees to the next account. Once the terms no longer have these fees, validation is
    // refused.
    await prevoir("2026-10-01", [FORFAIT]);
    await agence.admin.delete(`/CompteRendu/${septembre.id}`);
    expect(await valider(octobre.id)).toMatchObject([
      { resultat: "refuse", raison: expect.stringContaining("retirez-les") },
    ]);
    expect(await pris(octobre.id)).toEqual([["Frais de compte", 6]]);
    await prevoir("2026-10-01", [{ ...DOSSIER, montant: 180 }]);
    const course = await Promise.all([valider(octobre.id), valider(octobre.id)]);
    expect(course.map(([fait]) => fait?.resultat).toSorted()).toEqual(["deja", "valide"]);
    expect(await pris(octobre.id)).toEqual([[FRAIS[0], 180]]);
    expect((await factures()).map(({ ttc }) => ttc)).toEqual([180]);
    expect((await ajouter(octobre.id, DOSSIER.libelle)).status).toBe(409);
    expect((await retirer(octobre.id)).status).toBe(409);
    await appeler(bien.DossierId, "2026-11");
    await preparer("2026-11");
    const novembre = await du("2026-11");
    expect([await pris(novembre.id), (await lire(novembre.id)).frais]).toEqual([[], []]);
    expect(await rompus()).toEqual([]);
  });

  it("validé par deux administrateurs à la fois l’est une fois", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    const { id } = await du("2026-09");
    const deux = await Promise.all([valider(id), valider(id), valider(id)]);
    expect(deux.map(([fait]) => fait?.resultat).toSorted()).toEqual(["deja", "deja", "valide"]);
    expect((await factures()).length).toBe(1);
    expect(await solde("4672", MissionId)).toBe(87_020);
    expect(await rompus()).toEqual([]);
  });

  it("dont un règlement arrive pendant la validation n’en perd rien", async () => {
    await ouvrir();
    await preparer("2026-09");
    const { id } = await du("2026-09");
    await Promise.all([
      valider(id),
      ...[10, 20, 30, 40].map((montant) => payer(bien.DossierId, "2026-09-05", montant)),
    ]);
    await valider(id);
    await cloturer("2026-10");
    const comptes = (await lister()).data;
    expect(comptes.reduce((total, { encaissements }) => total + encaissements, 0)).toBe(100);
    expect(await rompus()).toEqual([]);
  });

  it("dont le travail meurt en chemin est validé en entier ou pas du tout", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    const { id } = await du("2026-09");
    const auteur = { user: "a@b.fr", today: JOUR, now: new Date() };
    const geste = (db: Db) => validerComptes({ db, ...auteur }, [id]);
    for (let rang = 0; await mourir(env, rang, geste); rang++) {
      const { etat } = await lire(id);
      const lots = (await factures()).length;
      expect([etat, lots, await solde("4672", MissionId)]).toEqual(
        etat === "valide" ? ["valide", 1, 87_020] : ["brouillon", 0, 0],
      );
      expect(await rompus()).toEqual([]);
    }
    expect((await lire(id)).etat).toBe("valide");
    expect((await factures()).length).toBe(1);
  });

  it("dont l’IBAN n’est pas connu se clôt, et attend son reversement", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    const brouillon = await du("2026-09");
    expect(brouillon.anomalies).toEqual([
      expect.objectContaining({ genre: "sans_iban", bloque: "reversement", ClientId: client }),
    ]);
    expect(await valider(brouillon.id)).toMatchObject([{ resultat: "valide" }]);
  });

  it("qui n’est pas inscrit au registre n’a ni compte, ni honoraires, ni facture, jusqu’à ce qu’il le soit", async () => {
    await ouvrir();
    await agence.admin.put(`/Mission/${MissionId}`, { numRegistre: null });
    await payer(bien.DossierId, "2026-09-05", 950);
    await preparer("2026-09");
    const brouillon = await du("2026-09");
    expect([brouillon.numero, brouillon.anomalies[0]?.genre]).toEqual([
      "2026-09 / non inscrit",
      "non_inscrit",
    ]);
    expect(brouillon.honorairesTTC).toBe(0);
    const { data: papier } = await agence.admin.get<{ generated: string }>(
      `/CompteRendu/${brouillon.id}/generate`,
    );
    const pdf = await agence.admin.fetch(`/files/${papier.generated}`);
    expect(readPdf(new Uint8Array(await pdf.arrayBuffer())).text).toContain(
      "aucun honoraire n'est dû, et ce projet n'en compte pas",
    );
    const [refuse] = await valider(brouillon.id);
    expect([refuse?.resultat, refuse?.raison]).toEqual([
      "refuse",
      expect.stringMatching(/^Ce mandat n’est pas inscrit au registre des mandats/),
    ]);
    expect([await factures(), await solde("411H", MissionId)]).toEqual([[], 0]);
    await agence.admin.put(`/Mission/${MissionId}`, { numRegistre: "G-12" });
    expect(await valider(brouillon.id)).toMatchObject([{ resultat: "valide" }]);
    expect((await du("2026-09")).numero).toBe("2026-09 / G-12");
  });

  it("dont le numéro n’a été que tapé attend le registre, une fois ouvert, qui lui en donne un", async () => {
    await ouvrir();
    await payer(bien.DossierId, "2026-09-05", 950);
    await agence.admin.post("/RegistreMandat/ouvrir", { premier: 42, mandats: [] });
    await preparer("2026-09");
    expect(await du("2026-09")).toMatchObject({
      numero: "2026-09 / non inscrit",
      honorairesTTC: 0,
    });
    await agence.admin.put(`/Mission/${MissionId}`, {
      numRegistre: null,
      dateSignature: "2026-01-12",
    });
    expect(await du("2026-09")).toMatchObject({ numero: "2026-09 / 000042", honorairesTTC: 79.8 });
  });

  it("sans quotes-parts dites entre plusieurs propriétaires ne se clôt pas", async () => {
    await ouvrir();
    const { id: autre } = await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom: "Roy" });
    await agence.admin.put(`/Mission/${MissionId}/client/add/${autre}`);
    await preparer("2026-09");
    const { id } = await du("2026-09");
    expect(await valider(id)).toEqual([
      { id, resultat: "refuse", raison: "Les quotes-parts des mandants ne sont pas dites." },
    ]);
  });

  it("dont les parts changent dans la période se partage selon le jour de chaque mouvement", async () => {
    await ouvrir();
    const { id: autre } = await creer(agence.admin, "Client", { ...PROPRIETAIRE, nom: "Roy" });
    await agence.admin.put(`/Mission/${MissionId}/client/add/${autre}`);
    await conditionner(MissionId, {
      tauxHonoraires: null,
      parts: [{ ClientId: client, num: 1, den: 1 }],
    });
    await conditionner(MissionId, {
      depuis: "2026-10-01",
      tauxHonoraires: null,
      parts: [
        { ClientId: client, num: 1, den: 2 },
        { ClientId: autre, num: 1, den: 2 },
      ],
    });
    await payer(bien.DossierId, "2026-09-05", 950);
    await appeler(bien.DossierId, "2026-10");
    await payer(bien.DossierId, "2026-10-05", 950);
    const rendu = await cloturer("2026-10");
    expect(rendu.reversement).toBe(1900);
    expect(rendu.parts.map(({ ClientId, montant }) => [ClientId, montant])).toEqual([
      [client, 1425],
      [autre, 475],
    ]);
    expect(await rompus()).toEqual([]);
  });
});

it("La liste dit ce que ses comptes font ensemble, se filtre, et part en fichier", async () => {
  const d = await durand();
  await appeler(d.martin.DossierId, "2026-09");
  await payer(d.martin.DossierId, "2026-09-05", 950);
  await preparer("2026-09");
  const { data, total, sommes } = await lister("&mois=2026-09&etat=brouillon&q=durand");
  expect([total, data.length]).toEqual([1, 1]);
  expect(sommes).toEqual({
    brouillons: 1,
    valides: 0,
    encaissements: 950,
    depenses: 0,
    honorairesTTC: 79.8,
    reversement: 570.2,
  });
  const entiere = await agence.user.get("/CompteRendu?mois=2026-09&etat=brouillon&q=durand");
  expect(entiere).toMatchObject({ total: 1, sommes });
  const sans = await lister("&mois=2026-09&etat=brouillon&q=durand&sommes=non");
  expect([sans.total, sans.data, sans.sommes]).toEqual([1, data, undefined]);
  expect((await lister(`&ClientId=${d.anne}`)).total).toBe(1);
  expect((await lister("&etat=valide")).total).toBe(0);
  const csv = await (await agence.user.fetch("/api/CompteRendu.csv?mois=2026-09")).text();
  expect(csv).toContain("INDIVISION DURAND");
  expect(csv).toContain(";950;");
});
