import { SQL, sql } from "drizzle-orm";
import { champsPreuves, ETATS_OUBLIANT, PREUVES } from "#domain/agence/history.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";

/** The author of a write, and its instant. */
export interface Auteur {
  /** An e-mail; null for the product itself. */
  user: string | null;
  now: Date;
}

export interface Trace {
  /** The resource, as the wire spells it, or the expression that tells it. */
  entite: string | SQL;
  /** Its identifier, or a query of identifiers, in brackets: a line each. */
  entiteId: number | SQL;
  /** The event, in French, as staff read it, or the expression that tells it of the record `fiche.id`. */
  etat: string | SQL;
  /** The author's e-mail; null for the product itself. */
  user: string | null;
  /** Its details, or the expression that tells them of the record `fiche.id` before the change. */
  details?: Record<string, unknown> | SQL;
  /** The condition of the change itself: when it does not hold, nothing is changed nor told. */
  quand?: SQL | undefined;
}

/**
 * The statement that makes the history of a deleted record forget its values, except those that are the evidence of
 * money (historique/README §9.11): the author, the event and the instant stay too.
 */
export const oublierValeurs = (db: Db, entite: string, entiteId: number) =>
  db.run(sql`
    UPDATE ${history} SET details = (
      SELECT nullif(json_group_object(key, json(valeur.value)), '{}') FROM (
        SELECT key, details -> fullkey AS value FROM json_each(details)
        WHERE key IN (SELECT value FROM json_each(${JSON.stringify(champsPreuves(entite))}))) valeur)
    WHERE entite = ${entite} AND "entiteId" = ${entiteId}
      AND details IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${sql.identifier(entite)} WHERE id = ${entiteId})`);

/**
 * The detail of a line that tells of an erasure, to be written before {@link oublierLignes}: the lines that it makes
 * forget their values. Without it, `/controles` takes the missing values for tampering.
 * @param lignes the condition that finds them.
 */
export const lignesOubliees = (lignes: SQL) =>
  sql`json_object('lignes', (SELECT json_group_array(id) FROM ${history} WHERE ${aOublier(lignes)}))`;

/**
 * The statement that makes lines of history forget every value but the evidence of money, or the values of these
 * fields alone; lines about other erasures keep theirs.
 */
export function oublierLignes(db: Db, lignes: SQL, champs?: readonly string[]) {
  const garde = champs
    ? sql`key NOT IN (SELECT value FROM json_each(${JSON.stringify(champs)}))`
    : sql`key IN (SELECT value FROM json_each(json(${JSON.stringify(PREUVES)}) -> "History".entite))`;
  return db.run(sql`
    UPDATE ${history} SET details = (
      SELECT nullif(json_group_object(key, json(valeur)), '{}') FROM (
        SELECT key, details -> fullkey AS valeur FROM json_each(details) WHERE ${garde}))
    WHERE ${aOublier(lignes)}`);
}

const aOublier = (lignes: SQL) => sql`(${lignes}) AND ${history.details} IS NOT NULL
  AND ${history.etat} NOT IN (${ETATS_OUBLIANT.effacement}, ${ETATS_OUBLIANT.conservation})`;

/**
 * The statement that writes a line of history, in the same write as the change it tells of. The line of a change that
 * may find nothing to do comes before it, under the same condition (`quand`): the transaction lets nobody come
 * between, and the other writes make no difference.
 */
export const trace = (
  db: Db,
  { entite, entiteId, etat, user, details, quand = sql`true` }: Trace,
) =>
  db.run(sql`
    INSERT INTO ${history} (entite, "entiteId", etat, "user", details)
    WITH fiche(id) AS (${typeof entiteId === "number" ? sql`SELECT ${entiteId}` : sql`SELECT * FROM ${entiteId}`})
    SELECT ${entite}, fiche.id, ${etat}, ${user}, ${detailsDe(details)}
    FROM fiche WHERE ${quand}`);

function detailsDe(details: Trace["details"]): SQL | string | null {
  if (details instanceof SQL) return details;
  return details && Object.keys(details).length > 0 ? JSON.stringify(details) : null;
}
