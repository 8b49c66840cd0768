import { inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { StatutAppartement } from "#domain/appartement.ts";
import { COURRIELS_PARTIS } from "#domain/courriel.ts";
import {
  dansUnMois,
  dernierJour,
  type Jour,
  joursDuMois,
  type Mois,
  premierJour,
} from "#domain/dates.ts";
import { MAIL_EFFACE } from "#domain/locataire.ts";
import type { EtatQuittance } from "#domain/quittance.ts";
import { appartements, courriels, dossiers, intendances, locataires, quitances } from "./schema.ts";

/**
 * The SQL twins of the rules of the domain, each named beside: what lists filter on must be decided by the
 * database. A test holds every one to its rule, on random rows. They are in French, as their rules are.
 */

/** The tenant's personal data were erased: `estEfface()`. */
export const donneesEffacees = sql`${locataires.mail} = ${MAIL_EFFACE}`;

/** `finDossier()`; the end of time for none. */
const finDossier = sql`coalesce(${dossiers.dateSortie}, ${dossiers.dateFinBail}, '9999-12-31')`;

/** `!dossierClos()`. */
export const dossierEnCours = (today: Jour): SQL => sql`${finDossier} >= ${today}`;

/** `dossierOccupant()`. */
export const dossierOccupant = (today: Jour): SQL => sql`${finDossier} > ${today}`;

/** `dossierClos()`. */
export const dossierClos = (today: Jour): SQL => sql`${finDossier} < ${today}`;

/** `dossierEnPreavis()`. */
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

/** No automatic receipt of the month exists. */
export const dossierSansQuittance = (mois: Mois): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${quitances} WHERE ${quitances.DossierId} = ${dossiers.id}
    AND ${quitances.mois} = ${mois} AND ${quitances.automatique} = 1)`;

/** `quittanceDue()`, in a query that joins the apartment and the tenant. */
export const quittanceDue = (mois: Mois, jusquAu: Jour): SQL =>
  sql`${appartements.quitanceAuto} = 1 AND ${locataires.quitanceAuto} = 1 AND ${dossierCourt(mois)}
    AND min(${dossiers.jourQuitance}, ${joursDuMois(mois)}) <= ${Number(jusquAu.slice(8))}
    AND ${dossierSansQuittance(mois)}`;

/** Some dossier of the apartment of the outer query meets the condition. */
const avecDossier = (condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossiers.AppartementId} = ${appartements.id} AND ${condition})`;

/** `statutAppartement()`. */
export const statutAppartement = (today: Jour): SQL =>
  sql`CASE WHEN ${appartements.wip} THEN 'En Travaux' WHEN ${avecDossier(dossierOccupant(today))} THEN 'Occupé' ELSE 'Vacant' END`;

export const appartementEst = (statut: StatutAppartement, today: Jour): SQL =>
  sql`${statutAppartement(today)} = ${statut}`;

/** `statutPreavis()`. */
export const appartementEnPreavis = (today: Jour): SQL => avecDossier(dossierEnPreavis(today));

/** `aRelouer()`. */
export const appartementARelouer = (today: Jour): SQL =>
  sql`(${appartementEnPreavis(today)} OR ${appartementEst("Vacant", today)})`;

/** `intendanceEnCours()`. */
export const intendanceEnCours = (today: Jour): SQL =>
  sql`${intendances.nature} = 'mission' AND ${intendances.dateFin} >= ${today}`;

/** `intendanceARenouveler()`. */
export const intendanceARenouveler = (today: Jour): SQL =>
  sql`${intendanceEnCours(today)} AND NOT ${intendances.renouvele}
    AND ${intendances.dateFin} <= ${dansUnMois(today)}`;

/** `enGestion()`. */
export const appartementEnGestion = (today: Jour): SQL =>
  sql`EXISTS (SELECT 1 FROM ${intendances} WHERE ${intendances.AppartementId} = ${appartements.id}
    AND ${intendances.dateDepart} <= ${today} AND ${intendanceEnCours(today)})`;

/** The order of `contactDAbord()`: this column names owners of the apartment of the query. */
export const contactDAbord = (proprietaire: SQLiteColumn): SQL =>
  sql`${proprietaire} = ${appartements.defaultContact} DESC, ${proprietaire}`;

/** `etatQuittance()`. */
export const quittanceEst: Record<EtatQuittance, SQL> = {
  payee: sql`${quitances.regle}`,
  impayee: sql`NOT ${quitances.regle} AND NOT ${quitances.statusInconu}`,
  inconnue: sql`NOT ${quitances.regle} AND ${quitances.statusInconu}`,
};

/** `joursDeRetard()` is not zero. */
export const quittanceEnRetard = (today: Jour): SQL =>
  sql`NOT ${quitances.regle} AND ${quitances.echeance} < ${today}`;

/** No later number was given in its year. */
export const quittanceDerniere = sql`NOT EXISTS (SELECT 1 FROM "Quitance" suivante
  WHERE suivante.numero > ${quitances.numero}
    AND substr(suivante.numero, 1, 4) = substr(${quitances.numero}, 1, 4))`;

/** `retenuesQuittance()` is empty. */
export const quittanceSupprimable = sql`NOT ${quitances.regle} AND ${quittanceDerniere}
  AND NOT EXISTS (SELECT 1 FROM ${courriels} WHERE ${courriels.QuitanceId} = ${quitances.id}
    AND ${inArray(courriels.etat, [...COURRIELS_PARTIS])})`;

/**
 * A subquery as a selected column. One level deep because drizzle drops the table names of a selected
 * expression when the query has a single table, which would tie the subquery to itself.
 */
export const selected = <T>(subquery: SQL) => sql<T>`${subquery}`;

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
