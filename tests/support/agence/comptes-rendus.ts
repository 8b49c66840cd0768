import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { aujourdhui } from "#domain/dates.ts";
import type {
  CompteRenduDetail,
  CompteRenduRow,
  SommesDesComptes,
  ValidationDeCompte,
} from "#domain/gerance/cloture/compte-rendu.ts";
import type { FactureHonorairesRow } from "#domain/gerance/cloture/facture-honoraires.ts";
import { openDb } from "#worker/db/client.ts";
import { invariants, rupturesDe } from "#worker/operations/gerance/livres/invariants.ts";
import { readPdf } from "../documents/pdf-text.ts";
import { freshHouse } from "../worker/database.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  LOCATAIRE,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "./agence.ts";

export let agence: Agence;

/** Empties the database and the files, then opens the agency. */
export async function ouvrirLesComptes(): Promise<void> {
  await freshHouse();
  agence = await ouvrirAgence();
}

export const JOUR = aujourdhui(new Date());
export const base = () => openDb(env);

export interface Conditions {
  depuis?: string;
  modeFonds?: "agence" | "proprietaire";
  tauxHonoraires?: number | null;
  tauxEn?: "ht" | "ttc";
  assiette?: string;
  provision?: number;
  parts?: { ClientId: number; num: number; den: number }[];
}

/** Writes the terms of a mandate straight into the database; rates in hundredths of a percent, sums in cents. */
export async function conditionner(MissionId: number, dites: Conditions) {
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

export interface Lot {
  AppartementId: number;
  DossierId: number;
}

/** A dwelling of the mandate, let since the beginning of the year. */
export async function lot(
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

export const appeler = async (DossierId: number, mois: string) => {
  const { status } = await agence.admin.post(`/Quitance/generate/${DossierId}`, {
    date: `${mois}-01`,
  });
  expect(status).toBe(201);
};

export async function payer(
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

export interface Durand {
  MissionId: number;
  paul: number;
  anne: number;
  martin: Lot;
  petit: Lot;
}

/**
 * The mandate of the worked example: two owners with shares of 3/5 and 2/5, two dwellings let, a provision of 300 €.
 */
export async function durand(conditions: Conditions = {}): Promise<Durand> {
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

/** The mandate that {@link ouvrir} wrote, its owner and its dwelling. */
export let MissionId: number;
export let client: number;
export let bien: Lot;

/** A mandate of one owner and one dwelling, whose tenant owes the rent of September. */
export async function ouvrir(conditions: Conditions = {}): Promise<void> {
  ({ id: client } = await creer(agence.admin, "Client", PROPRIETAIRE));
  ({ id: MissionId } = await creer(agence.admin, "Mission", { ...MISSION, numRegistre: "7" }));
  await agence.admin.put(`/Mission/${MissionId}/client/add/${client}`);
  await conditionner(MissionId, conditions);
  bien = await lot(MissionId, [client], { nom: "Martin", loyerHC: 850, charge: 100 });
  await appeler(bien.DossierId, "2026-09");
}

/**
 * Posts an entry on the mandate's account and the bank: money of the owner, as a signed takeover does, or an expense
 * paid when `montant` is negative; `montant` in cents.
 */
export async function ecrire(
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

export const preparer = async (mois: string) => {
  const { status, data } = await agence.admin.post<{ crees: number }>("/CompteRendu/preparer", {
    mois,
  });
  expect(status).toBe(200);
  return data.crees;
};

export const lister = async (suite = "") =>
  (await agence.user.get<CompteRenduRow[]>(`/CompteRendu?page=1&limit=50${suite}`)) as Awaited<
    ReturnType<typeof agence.user.get<CompteRenduRow[]>>
  > & { sommes: SommesDesComptes };

export const lire = async (id: number) =>
  (await agence.user.get<CompteRenduDetail>(`/CompteRendu/${id}`)).data;

export const du = async (mois: string, MissionId?: number) => {
  const suite = MissionId === undefined ? "" : `&MissionId=${MissionId}`;
  const { data } = await lister(`&mois=${mois}${suite}`);
  const [un] = data;
  if (!un) throw new Error(`Aucun compte rendu de ${mois}`);
  return un;
};

export const valider = async (...ids: number[]) =>
  (await agence.admin.post<ValidationDeCompte[]>("/CompteRendu/valider", { ids })).data;

export async function cloturer(mois: string) {
  await preparer(mois);
  const { id } = await du(mois);
  expect(await valider(id)).toEqual([{ id, resultat: "valide", raison: null }]);
  return lire(id);
}

export const solde = async (genre: string, mandat: number) =>
  (
    await base().all<{ solde: number }>(
      sql`SELECT coalesce(sum(credit - debit), 0) AS solde FROM "Ligne" WHERE genre = ${genre} AND mandat = ${mandat}`,
    )
  )[0]?.solde;

export async function papier(de: "CompteRendu" | "FactureHonoraires", id: number): Promise<string> {
  const { data } = await agence.admin.get<{ generated: string }>(`/${de}/${id}/generate`);
  const pdf = await agence.admin.fetch(`/files/${data.generated}`);
  return readPdf(new Uint8Array(await pdf.arrayBuffer())).text;
}

export async function rompus() {
  const noms: string[] = [];
  for (const invariant of invariants({ today: JOUR })) {
    const ruptures = await rupturesDe(base(), invariant);
    if (ruptures.length > 0) noms.push(invariant.nom.split(" · ")[0] ?? "");
  }
  return noms;
}

export const factures = async (suite = "") =>
  (await agence.user.get<FactureHonorairesRow[]>(`/FactureHonoraires?page=1&limit=50${suite}`))
    .data;
