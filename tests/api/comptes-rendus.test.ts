import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type {
  CompteRenduDetail,
  CompteRenduRow,
  SommesDesComptes,
  ValidationDeCompte,
} from "#domain/gerance/compte-rendu.ts";
import type {
  FactureHonorairesDetail,
  FactureHonorairesRow,
} from "#domain/gerance/facture-honoraires.ts";
import { openDb } from "#worker/db/client.ts";
import { invariants, rupturesDe } from "#worker/operations/gerance/invariants.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  LOCATAIRE,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../support/agence.ts";
import { freshDatabase } from "../support/database.ts";

const JOUR = new Date().toISOString().slice(0, 10);

let agence: Agence;
const base = () => openDb(env);

beforeEach(async () => {
  await Promise.all([reset(), freshDatabase()]);
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

/** Terms as the books keep them: cents, and hundredths of a percent. */
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

/** The mandate of the worked example: two owners, two lots, a month before of which 180 € are owed, 300 € kept. */
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

/** Money of an owner that a signed takeover would have brought, and expenses that another vertical posts. */
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

/** The invariants that do not hold, by their name. */
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
