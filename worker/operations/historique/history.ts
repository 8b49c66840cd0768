import { SQL, sql } from "drizzle-orm";
import { champsPreuves, ETATS_OUBLIANT, PREUVES } from "#domain/agence/history.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";

export interface Auteur {
  /** An e-mail; null for the product itself. */
  user: string | null;
  now: Date;
}

export interface Trace {
  /** The resource, as the wire spells it, or an SQL expression for it. */
  entite: string | SQL;
  /** The identifier of the record, or a query of identifiers in brackets: one line for each. */
  entiteId: number | SQL;
  /** The event, in French, as staff read it, or an SQL expression on the record `fiche.id`. */
  etat: string | SQL;
  /** The author's e-mail; null for the product itself. */
  user: string | null;
  /** The details, or an SQL expression on the record `fiche.id` before the change. */
  details?: Record<string, unknown> | SQL;
  /** The condition of the change itself: when it is false, nothing is changed and no line is written. */
  quand?: SQL | undefined;
}

/**
 * The statement that empties the history of a deleted record, except for the evidence of money (historique/README
 * §9.11); authors, events and instants stay too.
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
 * The detail of a line about an erasure: the identifiers of the lines that it empties. It is written before {@link
 * oublierLignes}; without it, `/controles` would take the missing values for tampering.
 * @param lignes the condition that finds the lines to empty.
 */
export const lignesOubliees = (lignes: SQL) =>
  sql`json_object('lignes', (SELECT json_group_array(id) FROM ${history} WHERE ${aOublier(lignes)}))`;

/**
 * The statement that empties lines of history: of the fields `champs` only, or else of every value but the evidence of
 * money. Lines about other erasures keep their values.
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
 * The statement that writes a line of history, in the same write as the change. When the change may do nothing, this
 * statement comes before it, with the condition of the change as `quand`: nobody else writes between the two.
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
