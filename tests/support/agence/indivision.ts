import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import { aujourdhui } from "#domain/dates.ts";
import type {
  CompteRenduDetail,
  CompteRenduRow,
  ValidationDeCompte,
} from "#domain/gerance/cloture/compte-rendu.ts";
import { openDb } from "#worker/db/client.ts";
import { invariants, rupturesDe } from "#worker/operations/gerance/livres/invariants.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  LOCATAIRE,
  MISSION,
  PROPRIETAIRE,
} from "./agence.ts";

/** The answer to a request that must succeed; when it fails, the test shows the error of the answer. */
export async function fait<Reponse>(
  demande: Promise<{ status: number; data: Reponse; error?: unknown }>,
): Promise<Reponse> {
  const { status, data, error } = await demande;
  expect([status < 300, error]).toEqual([true, undefined]);
  return data;
}

export type PartDite = readonly [ClientId: number, num: number, den: number];

/**
 * A mandate of owners with these first names. Its terms make the agency receive the rents by default, and all its
 * acts go through HTTP.
 */
export async function ouvrirIndivision(agence: Agence, prenoms: readonly string[]) {
  const { admin, user } = agence;
  const ids: number[] = [];
  for (const prenom of prenoms) {
    ids.push((await creer(admin, "Client", { ...PROPRIETAIRE, nom: "Durand", prenom })).id);
  }
  const { id: MissionId } = await creer(admin, "Mission", {
    ...MISSION,
    nbAppart: 2,
    numRegistre: String(ids[0]),
    dateSignature: "2024-03-12",
  });
  for (const id of ids) await fait(admin.put(`/Mission/${MissionId}/client/add/${id}`));

  const convenir = (depuis: string, parts: readonly PartDite[], suite: object = {}) =>
    admin.put<{ avertissements?: string[] }>(`/Mission/${MissionId}/conditions`, {
      depuis,
      modeFonds: "agence",
      parts: parts.map(([ClientId, num, den]) => ({ ClientId, num, den })),

      ...suite,
    });

  async function louer(nom: string, loyerHC: number, charge: number) {
    const { id: AppartementId } = await creer(admin, "Appartement", {
      ...APPARTEMENT,
      adresse: `Lot ${nom}`,
      loyerHC,
      charge,
    });
    const { id: LocataireId } = await creer(admin, "Locataire", {
      ...LOCATAIRE,
      nom,
      mail: `${nom}@exemple.fr`,
    });
    for (const id of ids) await fait(admin.put(`/Appartement/${AppartementId}/owner/add/${id}`));
    await fait(admin.put(`/Mission/${MissionId}/appartement/add/${AppartementId}`));
    const { id: DossierId } = await creer(admin, "Dossier", {
      ...BAIL,
      AppartementId,
      LocataireId,
      loyerHC,
      loyerCharge: charge,
      depotGarantie: loyerHC,
      jourQuitance: 1,
      dateEntree: "2026-01-01",
      dateDebutBail: "2026-01-01",
    });
    return { AppartementId, DossierId };
  }

  const appeler = (DossierId: number, mois: string) =>
    fait(admin.post(`/Quitance/generate/${DossierId}`, { date: `${mois}-01` }));

  const payer = (DossierId: number, date: string, montant: number, suite: object = {}) =>
    fait(
      user.post<{ id: number }>("/Reglement", {
        DossierId,
        date,
        montant,
        mode: "virement",
        ...suite,
      }),
    );

  const rejeter = (id: number, date: string) =>
    fait(
      agence.user_delete.post(`/Reglement/${id}/rejeter`, { motif: "Compte sans provision", date }),
    );

  async function preparer(mois: string): Promise<CompteRenduRow> {
    await fait(admin.post("/CompteRendu/preparer", { mois }));
    const [compte] = await fait(
      user.get<CompteRenduRow[]>(
        `/CompteRendu?page=1&limit=50&mois=${mois}&MissionId=${MissionId}`,
      ),
    );
    if (!compte) throw new Error(`Aucun compte rendu de ${mois}`);
    return compte;
  }

  const valider = async (id: number) =>
    (await fait(admin.post<ValidationDeCompte[]>("/CompteRendu/valider", { ids: [id] })))[0];

  async function cloturer(mois: string): Promise<CompteRenduDetail> {
    const { id } = await preparer(mois);
    expect(await valider(id)).toEqual({ id, resultat: "valide", raison: null });
    return fait(user.get<CompteRenduDetail>(`/CompteRendu/${id}`));
  }

  return {
    MissionId,
    ids,
    convenir,
    louer,
    appeler,
    payer,
    rejeter,
    preparer,
    valider,
    cloturer,
  };
}

/** The invariants that the books break, each with its first breach. */
export async function rompus(): Promise<string[]> {
  const noms: string[] = [];
  for (const invariant of invariants({ today: aujourdhui(new Date()) })) {
    const ruptures = await rupturesDe(openDb(env), invariant);
    if (ruptures.length > 0) noms.push(`${invariant.nom} : ${ruptures[0]?.quoi}`);
  }
  return noms;
}

/** A control of the screen « Contrôles », found by the beginning of its name. */
export const controle = async ({ admin }: Agence, nom: string) =>
  (await fait(admin.get<Controle[]>("/Controle"))).find((un) => un.nom.startsWith(nom));

/** The rows of a CSV export, by column name. */
export async function lireExport({ admin }: Agence, chemin: string) {
  const texte = await (await admin.fetch(`/api/Export/${chemin}`)).text();
  const [entete = "", ...lignes] = texte
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
  const noms = entete.split(";");
  return lignes.map((ligne) => {
    const valeurs = ligne.split(";");
    return Object.fromEntries(noms.map((nom, rang) => [nom, valeurs[rang] ?? ""]));
  });
}
