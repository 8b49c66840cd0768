import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { Ecriture } from "#domain/gerance/livres/ecritures.ts";
import type { Db } from "#worker/db/client.ts";
import { jourDuFait, NUMERO_REGLEMENT } from "#worker/db/conditions-comptes.ts";
import {
  cloturesMois,
  ecritures,
  exercicesClos,
  lignes,
  reglements,
  reprises,
} from "#worker/db/schema/gerance.ts";
import { comptesRendus, facturesHonoraires } from "#worker/db/schema/mandants.ts";
import { quitances } from "#worker/db/schema/quittances.ts";

/** An entry to post; posted once only, since its key is unique. */
export interface EcritureAPoster extends Ecriture {
  cle: string;
  /** The day of the event that the entry records. When that day is closed, the entry is dated later. */
  date: Jour;
  /** A label that names nobody, since it can never be changed. The number of the payment, if any, is added to it. */
  libelle: string;
  /** The number of the entry's paper; by default, the number of its payment, of its receipt, or of its invoice. */
  piece?: string;
  DossierId?: number | null;
  /** The key of the entry's payment, if any. */
  reglement?: string | null;
  /** The `uuid` of the receipt whose sums the entry calls, if any. */
  quittance?: string;
  /**
   * The invoice of fees of the entry, if any: the invoice of an account, or the last one of a mission invoiced on its
   * own.
   */
  facture?:
    | { CompteRenduId: number; serie: "FH" | "AV" }
    | { MissionId: number; serie: "FH" | "AV" };
}

/** The day from which the books are kept; null until a person signs the takeover of the balances. */
export const debutComptes = sql`(SELECT min(debut) FROM ${reprises} WHERE etat = 'signee')`;

/** SQL condition: the books are kept on the day of the entry `e` to post. */
export const livresOuverts = sql`${debutComptes} <= e.value ->> 'date'`;

/** The last day of a closed month. */
export const finDuMoisClos = (mois: SQL) => sql`date(${mois} || '-01', '+1 month', '-1 day')`;

/**
 * The first open day of these mandates on `jour`: the day after their last closed period; empty when nothing is
 * closed. A period that ends on `jour` or later does not count: it closes in the evening. The domain computes the
 * same day in `joursDEcriture`.
 * @param mandats a query of mandates, in brackets
 * @param instant leaves out what was closed later
 */
export const premierJourOuvert = (
  mandats: SQL,
  jour: SQL | Jour,
  instant?: SQL,
) => sql`coalesce(date((SELECT max(fin) FROM (
  SELECT max(rendu.au) AS fin FROM ${comptesRendus} rendu WHERE rendu.etat = 'valide' AND rendu.au < ${jour} AND rendu."MissionId" IN ${mandats}
    AND ${instant ? sql`rendu."valideLe" <= ${instant}` : sql`true`}
  UNION ALL SELECT max(${finDuMoisClos(sql`clos.mois`)}) FROM ${cloturesMois} clos WHERE ${finDuMoisClos(sql`clos.mois`)} < ${jour}
    AND ${instant ? sql`clos."createdAt" <= ${instant}` : sql`true`}
)), '+1 day'), '')`;

/** The author of a write, and its day. */
interface Ecrit {
  today: Jour;
  user: string | null;
}

/**
 * The statements that post entries (livres/README §12.1), each once for its key, when the condition holds. Lines come
 * first, then entries: the database refuses an unbalanced entry. Numbers follow without a gap. An event of a closed
 * period is entered on the first open day, and the piece keeps the day of the event.
 * @param quand a condition on `e.value`, the entry as JSON
 */
export function poster(
  db: Db,
  aPoster: readonly EcritureAPoster[],
  { today, user, quand = sql`true` }: Ecrit & { quand?: SQL },
) {
  const json = JSON.stringify(aPoster);
  const mandats = sql`(SELECT ${mandatDeLigne} FROM json_each(e.value, '$.lignes') l)`;
  const exercice = exerciceDe(sql`e.value ->> 'livre'`, sql`e.jour`);
  const nouvelles = sql`(SELECT e.key, e.value, e.value ->> 'date' AS fait,
      max(e.value ->> 'date', ${premierJourOuvert(mandats, today)}) AS jour
    FROM json_each(${json}) e WHERE NOT EXISTS (SELECT 1 FROM ${ecritures} deja WHERE deja.cle = e.value ->> 'cle') AND (${quand})) e`;
  return {
    lignesPostees: db.run(sql`
      INSERT INTO ${lignes} ("EcritureId", genre, de, mandat, debit, credit, nature, "tauxTva")
      SELECT ${derniere} + 1 + e.key, l.value ->> '$.compte.genre', l.value ->> '$.compte.de', ${mandatDeLigne},
        l.value ->> 'debit', l.value ->> 'credit', l.value ->> 'nature', l.value ->> 'tauxTva'
      FROM ${nouvelles}, json_each(e.value, '$.lignes') l ORDER BY e.key, l.key`),
    ecrituresPostees: db.run(sql`
      INSERT INTO ${ecritures} (id, livre, exercice, numero, journal, date, "pieceDate", libelle, piece, cle, "DossierId", "ReglementId", "user")
      SELECT ${derniere} + 1 + e.key, e.value ->> 'livre', ${exercice},
        row_number() OVER (PARTITION BY e.value ->> 'livre', ${exercice} ORDER BY e.key)
          + coalesce((SELECT max(numero) FROM ${ecritures} deja WHERE deja.livre = e.value ->> 'livre' AND deja.exercice = ${exercice}), 0),
        e.value ->> 'journal', e.jour, nullif(e.fait, e.jour), e.value ->> 'libelle' || coalesce(' ' || ${NUMERO_REGLEMENT}, ''),
        coalesce(e.value ->> 'piece', ${NUMERO_REGLEMENT},
          (SELECT numero FROM ${quitances} WHERE uuid = e.value ->> 'quittance'),
          (SELECT f.numero FROM ${facturesHonoraires} f WHERE f.serie = e.value ->> '$.facture.serie'
            AND coalesce(f."CompteRenduId" = e.value ->> '$.facture.CompteRenduId', f."MissionId" = e.value ->> '$.facture.MissionId')
            ORDER BY f.id DESC LIMIT 1)), e.value ->> 'cle', e.value ->> 'DossierId', r.id, ${user}
      FROM ${nouvelles} LEFT JOIN ${reglements} r ON r.cle = e.value ->> 'reglement' ORDER BY e.key`),
  };
}

/**
 * The SQL statements that reverse entries (livres/README §12.1), unless they are reversed already: debit and credit
 * change places.
 * @param lesquelles a condition on `origine`, the entry
 */
export function extourner(
  db: Db,
  lesquelles: SQL,
  {
    today,
    date = today,
    journal,
    libelle,
    user,
  }: Ecrit & { date?: Jour; journal?: string; libelle?: string },
) {
  const mandats = sql`(SELECT l.mandat FROM ${lignes} l WHERE l."EcritureId" = origine.id)`;
  const exercice = exerciceDe(sql`o.livre`, sql`o.jour`);
  // A reversal never comes before its entry: balances as of a day would be wrong. The « + » keeps the database from
  // reading the index of `annuleId`, which holds nearly every entry.
  const origines = sql`(SELECT origine.*, max(${date}, ${jourDuFait(sql`origine`)}) AS fait,
      max(${date}, origine.date, ${premierJourOuvert(mandats, today)}) AS jour, row_number() OVER (ORDER BY origine.id) AS rang FROM ${ecritures} origine
    WHERE (${lesquelles}) AND +origine."annuleId" IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${ecritures} suite WHERE suite."annuleId" = origine.id))`;
  return {
    lignesExtournees: db.run(sql`
      INSERT INTO ${lignes} ("EcritureId", genre, de, mandat, debit, credit, nature, "tauxTva")
      SELECT ${derniere} + o.rang, l.genre, l.de, l.mandat, l.credit, l.debit, l.nature, l."tauxTva"
      FROM ${origines} o JOIN ${lignes} l ON l."EcritureId" = o.id ORDER BY o.rang, l.id`),
    ecrituresExtournees: db.run(sql`
      INSERT INTO ${ecritures} (id, livre, exercice, numero, journal, date, "pieceDate", libelle, piece, cle, "annuleId", "DossierId", "ReglementId", "user")
      SELECT ${derniere} + o.rang, o.livre, ${exercice},
        row_number() OVER (PARTITION BY o.livre, ${exercice} ORDER BY o.rang)
          + coalesce((SELECT max(numero) FROM ${ecritures} deja WHERE deja.livre = o.livre AND deja.exercice = ${exercice}), 0),
        ${journal ?? sql`o.journal`}, o.jour, nullif(o.fait, o.jour), ${libelle ?? sql`'Extourne de l’écriture ' || o.livre || '-' || o.exercice || '-' || o.numero`},
        o.piece, 'extourne ' || o.id, o.id, o."DossierId", o."ReglementId", ${user}
      FROM ${origines} o ORDER BY o.rang`),
  };
}

/** The mandate of a line to post, `l`: the one that it names, else the one of its account. */
const mandatDeLigne = sql`coalesce(l.value ->> 'mandat', iif(l.value ->> '$.compte.genre' IN ('4670', '4671', '4672', '411H'), l.value ->> '$.compte.de', NULL))`;

const derniere = sql`(SELECT coalesce(max(id), 0) FROM ${ecritures})`;

/** The month that ends the year of the agency's own book: « 06 » when the setting says « 06-30 ». */
const finExercice = sql`coalesce((SELECT substr(nullif(valeur, ''), 1, 2) FROM "Variable" WHERE nom = 'finExercice'), '12')`;

/**
 * The year of the agency's own book to which a day belongs. A closed year keeps its own days; a later day belongs to
 * the year that the setting gives, as in `exerciceDe` of the domain.
 */
export const exerciceHonoraires = (jour: SQL, fin: SQL = finExercice) =>
  sql`coalesce((SELECT min(clos.exercice) FROM ${exercicesClos} clos WHERE clos.au >= ${jour}),
    max(substr(date(${jour}, 'start of month', '+' || (12 - ${fin}) || ' months'), 1, 4),
      coalesce((SELECT CAST(max(clos.exercice) + 1 AS text) FROM ${exercicesClos} clos), '')))`;

const exerciceDe = (livre: SQL, jour: SQL) =>
  sql`iif(${livre} = 'H', ${exerciceHonoraires(jour)}, substr(${jour}, 1, 4))`;
