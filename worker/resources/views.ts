import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { DossierResume } from "#domain/biens/appartement.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import type { Jour } from "#domain/dates.ts";
import type { FichierResume } from "#domain/fichiers/fichier.ts";
import { nomComplet, nomsReunis, type Personne } from "#domain/personnes/personne.ts";
import { selected } from "#worker/db/conditions.ts";

/** The people that a query names, as JSON text: `nomsDe()` reads it, in the order of `rang`. */
export const personnes = (
  { titre, nom, prenom }: Record<"titre" | "nom" | "prenom", SQLiteColumn>,
  { from, rang }: { from: SQL; rang: SQL },
) =>
  selected<string>(sql`(
    SELECT json_group_array(
      json_object('titre', ${titre}, 'nom', ${nom}, 'prenom', ${prenom}, 'rang', ${rang}))
    ${from})`);

/** Those people in one cell of a list. */
export function nomsDe(json: string): string {
  const nommees: (Personne & { rang: number })[] = JSON.parse(json);
  return nomsReunis(nommees.toSorted((une, autre) => une.rang - autre.rang));
}

/** « 3 quittances », for the words of a refusal; nothing when there are none. */
export function counted(nombre: number, nom: string, pluriel = `${nom}s`): string[] {
  return nombre === 0 ? [] : [`${nombre} ${nombre > 1 ? pluriel : nom}`];
}

/** What a signed document holds back, in words. */
export const signe = (document: unknown, nom: string): string[] => (document ? [nom] : []);

/** What the former versions of its files hold back. */
export const gardes = (remplaces: number): string[] =>
  counted(remplaces, "version remplacée", "versions remplacées");

/** Documents as the record that keeps them lists them. */
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

/** What a record needs to list its documents. */
export const WITH_FICHIER = {
  columns: { id: true, nom: true, sensible: true },
  with: { storedFile: { columns: { key: true, extention: true } } },
} as const;

/** What a record needs to say where its signed document is read. */
export const WITH_KEY = { columns: { key: true } } as const;

/** Where a signed document is read, if the record has it. */
export const linkOf = (
  storedFile: { key: string } | null,
  link: (key: string) => string,
): string | null => storedFile && link(storedFile.key);

/** What {@link dossierResume} reads of a dossier. */
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
