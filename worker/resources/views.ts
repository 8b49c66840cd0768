import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { DossierResume } from "#domain/biens/appartement.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import type { Jour } from "#domain/dates.ts";
import type { FichierResume } from "#domain/fichiers/fichier.ts";
import { nomComplet, nomsReunis, type Personne } from "#domain/personnes/personne.ts";
import { selected } from "#worker/db/conditions.ts";

/** The persons of a query as JSON text, each with its `rang`; `nomsDe()` sorts them by this rank. */
export const personnes = (
  { titre, nom, prenom }: Record<"titre" | "nom" | "prenom", SQLiteColumn>,
  { from, rang }: { from: SQL; rang: SQL },
) =>
  selected<string>(sql`(
    SELECT json_group_array(
      json_object('titre', ${titre}, 'nom', ${nom}, 'prenom', ${prenom}, 'rang', ${rang}))
    ${from})`);

/** The persons of the JSON text of {@link personnes}, in one cell of a list. */
export function nomsDe(json: string): string {
  const nommees: (Personne & { rang: number })[] = JSON.parse(json);
  return nomsReunis(nommees.toSorted((nommee, autre) => nommee.rang - autre.rang));
}

/** A count for the words of a refusal: « 3 quittances »; empty for zero. */
export function counted(nombre: number, nom: string, pluriel = `${nom}s`): string[] {
  return nombre === 0 ? [] : [`${nombre} ${nombre > 1 ? pluriel : nom}`];
}

/** The maximum number of record numbers in one sentence. */
const NUMEROS = 3;

/** A count with the numbers of the records: « 2 dossiers (n° F-2024-018, F-2026-004) ». */
export function countedByNumber(numeros: readonly (string | null)[], nom: string): string[] {
  const numerosDits = numeros.filter((numero) => numero !== null);
  const suite = numerosDits.length > NUMEROS ? "…" : "";
  const entre =
    numerosDits.length > 0 ? ` (n°\u00A0${numerosDits.slice(0, NUMEROS).join(", ")}${suite})` : "";
  return counted(numeros.length, nom).map((compte) => `${compte}${entre}`);
}

/** The name of a signed document as a reason not to delete its record; an empty list without one. */
export const signe = (document: unknown, nom: string): string[] => (document ? [nom] : []);

/** A paper of a record that is being signed, as a reason not to delete the record. */
export const aSigner = (enCours: number): string[] => (enCours ? ["une signature en cours"] : []);

/** The former versions of a record's files, as a reason not to delete the record; empty without any. */
export const gardes = (remplaces: number): string[] =>
  counted(remplaces, "version remplacée", "versions remplacées");

/** The files of a record, as its page lists them. */
export const fichiersResumes = (
  fichiers: readonly {
    id: number;
    nom: string;
    sensible: boolean;
    storedFile: { key: string; extention: string };
  }[],
  link: (key: string) => string,
): FichierResume[] =>
  fichiers.map(({ id, nom, sensible, storedFile: { key, extention } }) => ({
    id,
    nom,
    extention,
    url: sensible ? null : link(key),
  }));

/** The columns that a record needs to list its files. */
export const WITH_FICHIER = {
  columns: { id: true, nom: true, sensible: true },
  with: { storedFile: { columns: { key: true, extention: true } } },
} as const;

/** The columns that a record needs for the address of its signed document. */
export const WITH_KEY = { columns: { key: true } } as const;

/** The address of a signed document; null when the record has none. */
export const linkOf = (
  storedFile: { key: string } | null,
  link: (key: string) => string,
): string | null => storedFile && link(storedFile.key);

/** The columns that {@link dossierResume} reads. */
export const FOR_RESUME = {
  id: true,
  AppartementId: true,
  LocataireId: true,
  dateDebutBail: true,
  dateFinBail: true,
  dateSortie: true,
  dateDebutPreavis: true,
  dateFinPreavis: true,
  loyerHC: true,
  loyerCharge: true,
} as const;

/** A dossier as the records of its apartment and its tenant list it. */
export function dossierResume(
  raw: Omit<DossierResume, "clos" | "appartement" | "locataire"> & {
    appartement: { adresse: string; etage: string | null };
    locataire: { titre: string; nom: string; prenom: string };
  },
  today: Jour,
): DossierResume {
  return {
    id: raw.id,
    AppartementId: raw.AppartementId,
    LocataireId: raw.LocataireId,
    dateDebutBail: raw.dateDebutBail,
    dateFinBail: raw.dateFinBail,
    dateSortie: raw.dateSortie,
    dateDebutPreavis: raw.dateDebutPreavis,
    dateFinPreavis: raw.dateFinPreavis,
    loyerHC: raw.loyerHC,
    loyerCharge: raw.loyerCharge,
    clos: dossierClos(raw, today),
    appartement: nomAppartement(raw.appartement),
    locataire: nomComplet(raw.locataire),
  };
}
