import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { aujourdhui } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { ContenuCompteRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { mandater, ouvrirCompte } from "../banque/reversements.ts";
import { readPdf } from "../documents/pdf-text.ts";
import { type Agence, ETAT_LIEUX, louer, ouvrirAgence } from "./agence.ts";

const db = openDb(env);
const today = aujourdhui(new Date());

export let agence: Agence;

/** The bank account of the agency. */
export let compte: number;

/** The lease whose departure the test follows. */
export let petit: Awaited<ReturnType<typeof louer>> & { MissionId?: number };

/** Opens the agency and its bank account. */
export async function ouvrirLesDeparts(): Promise<void> {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
}

/** Follows the departure of this lease from now on. */
export function suivre(bail: typeof petit): void {
  petit = bail;
}

/**
 * PETIT's lease since September 2022: 620,00 € of rent, 60,00 € of charges, a deposit of 620,00 €; by default, the
 * agency receives the rents.
 */
export async function louerAPetit({
  fonds = "agence",
  bail = {},
}: {
  fonds?: string;
  bail?: object;
} = {}) {
  const lot = await louer(agence.admin, {
    appartement: { typeImmeuble: "collectif", zone: "autre" },
    locataire: { nom: "Petit", prenom: "Paul" },
    bail: {
      loyerHC: 620,
      loyerCharge: 60,
      depotGarantie: 620,
      dateEntree: "2022-09-01",
      dateCreationBail: "2022-08-20",
      dateDebutBail: "2022-09-01",
      chargesMode: "provisions",
      typeBail: "nu",
      ...bail,
    },
  });
  const { MissionId } = await mandater(agence, [{ nom: "Durand", num: 1, den: 1 }], {
    modeFonds: fonds,
  });
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${lot.AppartementId}`);
  const loue = { ...lot, MissionId };
  suivre(loue);
  return loue;
}

export const chemin = () => `/Dossier/${petit.DossierId}/depart`;
export const lire = async () => (await agence.user.get<DepartDetail>(chemin())).data;

export const noter = async (dit: object) => {
  const { status, data, error } = await agence.user.put<DepartDetail>(chemin(), dit);
  return { status, data, error };
};

export async function appeler(nature: string, montant: number) {
  const { status } = await agence.user.post(`/Dossier/${petit.DossierId}/appel`, {
    nature,
    montant,
    exigibleLe: today,
  });
  expect(status).toBe(201);
}

export async function encaisser(montant: number, { date = today, payeur = "locataire" } = {}) {
  const demande = { DossierId: petit.DossierId, date, montant, mode: "virement", payeur };
  const { status, error } = await agence.user.post("/Reglement", {
    ...demande,
    CompteBancaireId: compte,
  });
  expect([status, error]).toEqual([201, undefined]);
}

export async function quittancer(date: string) {
  const { status } = await agence.user.post(`/Quitance/generate/${petit.DossierId}`, { date });
  expect(status).toBe(201);
}

export async function rendreLesCles(clesLe: string) {
  expect(await noter({ clesLe })).toMatchObject({ status: 200 });
}

export const inventorier = (cote: "etatIn" | "etatOut", date: string) =>
  agence.user.put(`/Dossier/${petit.DossierId}/${cote}/set`, { ...ETAT_LIEUX, date });

export async function rendreLeMois() {
  await agence.admin.post("/CompteRendu/preparer", { mois: today.slice(0, 7) });
  const { data } = await agence.user.get<{ id: number; MissionId: number }[]>("/CompteRendu");
  const sien = data.find(({ MissionId }) => MissionId === petit.MissionId);
  const { data: rendu } = await agence.user.get<{ contenu: ContenuCompteRendu }>(
    `/CompteRendu/${sien?.id}`,
  );
  return rendu.contenu;
}

export async function papier(id: number) {
  const { data, status } = await agence.admin.get<DocumentGenere>(`/SoldeDepart/${id}/generate`);
  expect(status).toBe(200);
  const reponse = await agence.admin.fetch(`/files/${data.generated}`);
  return (await readPdf(new Uint8Array(await reponse.arrayBuffer()))).text;
}

/**
 * The tenant's balances, in cents: the deposit held by the agency, the deposit held by the owner, the sums that he
 * owes.
 */
export const tenu = async () =>
  (
    await db.all<{ depot: number; du: number; bailleur: number }>(sql`SELECT
      coalesce(sum(iif(genre = '165', credit - debit, 0)), 0) AS depot,
      coalesce(sum(iif(genre = '411', debit - credit, 0)), 0) AS du,
      coalesce(sum(iif(genre = '801', debit - credit, 0)), 0) AS bailleur
      FROM "Ligne" WHERE de = ${petit.DossierId}`)
  )[0];

export const PEINTURE = {
  libelle: "Peinture du séjour",
  difference: "Séjour/mur",
  qui: "locataire",
  prix: 480,
  montant: 134.4,
  preuve: "devis",
  action: "reparer",
  vetuste: { age: 6, part: 28 },
};

export const CLE = { libelle: "Clé manquante", qui: "locataire", montant: 25, preuve: "facture" };

/** The worked example of PETIT: 360,00 € owed at the end of October, keys on 14 November, 500,00 € paid. */
export async function partir() {
  await appeler("depot", 620);
  await encaisser(620);
  await quittancer("2026-10-01");
  await encaisser(320);
  await noter({ genre: "conge_locataire", mode: "lrar", recuLe: "2026-08-14" });
  await inventorier("etatIn", "2022-09-01");
  await inventorier("etatOut", "2026-11-14");
  await rendreLesCles("2026-11-14");
  await quittancer("2026-11-01");
  await encaisser(500);
  await noter({
    conforme: false,
    retenues: [PEINTURE, CLE],
    provision: 124,
    motifProvision: "Dernier résultat de l’immeuble : 612,40 €.",
    nouvelleAdresse: "8 rue Neuve, 35000 Rennes",
  });
}

export const partiDOctobre = (retenues: object[]) =>
  noter({
    ...{ genre: "accord", recuLe: "2026-10-14", finLe: "2026-10-31", clesLe: "2026-10-31" },
    ...{ sansEtatDesLieux: true, conforme: true, retenues },
  });
