import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { dernierJour, type Jour, type Mois, premierJour } from "#domain/dates.ts";
import { MAIL_EFFACE } from "#domain/locataire.ts";
import { dansUnMois } from "#domain/tableau-de-bord.ts";
import { appartements, dossiers, intendances, locataires } from "./schema.ts";

/** The SQL twins of the rules of the domain: what lists filter on must be decided by the database. */

/** The tenant's personal data were erased: `estEfface()`. */
export const locataireEfface = sql`${locataires.mail} = ${MAIL_EFFACE}`;

/** The file's end, `finDossier()`: the day the keys came back, else the end of the lease. */
const finDossier = sql`coalesce(${dossiers.dateSortie}, ${dossiers.dateFinBail}, '9999-12-31')`;

/** Not closed: `!dossierClos()`. */
export const dossierEnCours = (today: Jour): SQL => sql`${finDossier} >= ${today}`;

/** The tenant lives there: no end, or one still to come (domain/README §7.1). */
export const dossierOccupant = (today: Jour): SQL => sql`${finDossier} > ${today}`;

export const dossierClos = (today: Jour): SQL => sql`${finDossier} < ${today}`;

export const dossierEnPreavis = (today: Jour): SQL =>
  sql`${dossierEnCours(today)} AND ${today} BETWEEN ${dossiers.dateDebutPreavis} AND ${dossiers.dateFinPreavis}`;

/** The last day of rent: the twin of `finDuLoyer()`. A minimum with null is null. */
export const finDuLoyer = sql`coalesce(
  iif(${dossiers.dateDebutPreavis} IS NULL, NULL, min(${dossiers.dateFinBail}, ${dossiers.dateFinPreavis})),
  ${dossiers.dateFinBail}, ${dossiers.dateFinPreavis}, ${dossiers.dateSortie}, '9999-12-31')`;

/** The rent runs on a day of the month: `occupation()`, whose end is the lease's before the keys'. */
export const dossierCourt = (mois: Mois): SQL =>
  sql`${dossiers.dateDebutBail} <= ${dernierJour(mois)}
    AND ${finDuLoyer} >= max(${dossiers.dateDebutBail}, ${premierJour(mois)})`;

/** Some file of the apartment of the outer query meets the condition. */
export const appartementAvecDossier = (condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossiers.AppartementId} = ${appartements.id} AND ${condition})`;

/** A caretaking mission covers the day. */
export const appartementEnGestion = (today: Jour): SQL =>
  sql`EXISTS (SELECT 1 FROM ${intendances} WHERE ${intendances.AppartementId} = ${appartements.id}
    AND ${intendances.nature} = 'mission' AND ${today} BETWEEN ${intendances.dateDepart} AND ${intendances.dateFin})`;

/** What the list of apartments to let again shows: in notice, or with nobody (domain/README §7.2). */
export const appartementEnPreavisOuVacant = (today: Jour): SQL =>
  sql`(${appartementAvecDossier(dossierEnPreavis(today))} OR (NOT ${appartements.wip} AND NOT ${appartementAvecDossier(dossierOccupant(today))}))`;

/**
 * A subquery as a selected column. One level deep because drizzle drops the table names of a selected
 * expression when the query has a single table, which would tie the subquery to itself.
 */
export const selected = <T>(subquery: SQL) => sql<T>`${subquery}`;

/** Current, or still to come: `intendanceEnCours()`. */
export const intendanceEnCours = (today: Jour): SQL =>
  sql`${intendances.nature} = 'mission' AND ${intendances.dateFin} >= ${today}`;

/** Not renewed, and ends within one month (domain/README §7.5). */
export const intendanceARenouveler = (today: Jour): SQL =>
  sql`${intendances.nature} = 'mission' AND NOT ${intendances.renouvele}
    AND ${intendances.dateFin} BETWEEN ${today} AND ${dansUnMois(today)}`;

/**
 * The history of a record as JSON text, newest first, to be read beside it. The table is named in words
 * because drizzle ties every column of a relational query's extra to its root table.
 */
export const historique = (entite: string, id: SQLiteColumn, auPlus: number) =>
  selected<string>(sql`(
    SELECT json_group_array(json_object('etat', etat, 'user', "user", 'createdAt', "createdAt"))
    FROM (SELECT etat, "user", "createdAt" FROM "History"
      WHERE "History".entite = ${entite} AND "History"."entiteId" = ${id}
      ORDER BY "History".id DESC LIMIT ${auPlus}))`);
