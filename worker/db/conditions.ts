import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { appartements, dossiers, intendances } from "./schema.ts";

/** The SQL twins of the states of `domain/statuts.ts`: what lists filter on must be decided by the database. */

/** The file's end, `finDossier()`: the day the keys came back, else the end of the lease. */
const finDossier = sql`coalesce(${dossiers.dateSortie}, ${dossiers.dateFinBail}, '9999-12-31')`;

/** Not closed: `!dossierClos()`. */
export const dossierEnCours = (today: Jour): SQL => sql`${finDossier} >= ${today}`;

/** The tenant lives there: no end, or one still to come (spec §4). */
export const dossierOccupant = (today: Jour): SQL => sql`${finDossier} > ${today}`;

export const dossierClos = (today: Jour): SQL => sql`${finDossier} < ${today}`;

export const dossierEnPreavis = (today: Jour): SQL =>
  sql`${dossierEnCours(today)} AND ${today} BETWEEN ${dossiers.dateDebutPreavis} AND ${dossiers.dateFinPreavis}`;

/** Some file of the apartment of the outer query meets the condition. */
export const appartementAvecDossier = (condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossiers.AppartementId} = ${appartements.id} AND ${condition})`;

/** A caretaking mission covers the day. */
export const appartementEnGestion = (today: Jour): SQL =>
  sql`EXISTS (SELECT 1 FROM ${intendances} WHERE ${intendances.AppartementId} = ${appartements.id}
    AND ${intendances.nature} = 'mission' AND ${today} BETWEEN ${intendances.dateDepart} AND ${intendances.dateFin})`;

/** What the list of apartments to let again shows: in notice, or with nobody (spec §4). */
export const appartementEnPreavisOuVacant = (today: Jour): SQL =>
  sql`(${appartementAvecDossier(dossierEnPreavis(today))} OR (NOT ${appartements.wip} AND NOT ${appartementAvecDossier(dossierOccupant(today))}))`;

/**
 * A subquery as a selected column. One level deep because drizzle drops the table names of a selected
 * expression when the query has a single table, which would tie the subquery to itself.
 */
export const selected = <T>(subquery: SQL) => sql<T>`${subquery}`;
