import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema.ts";

/** On whose behalf something is written, and when. */
export interface Auteur {
  /** An e-mail; null for the product itself. */
  user: string | null;
  now: Date;
}

export interface Trace {
  /** The resource, as the wire spells it. */
  entite: string;
  /** Its identifier, or a query of identifiers, in brackets: a line each. */
  entiteId: number | SQL;
  /** What happened, in French, as staff read it. */
  etat: string;
  /** The e-mail of who did it; null for the product itself. */
  user: string | null;
  details?: Record<string, unknown>;
  /** What the change itself asks of the database: where it does not hold, nothing is changed nor told. */
  quand?: SQL | undefined;
}

/**
 * The statement that makes the history of a record, once it is deleted, forget the values it held: who did
 * what, and when, stays.
 */
export const oublierValeurs = (db: Db, entite: string, entiteId: number) =>
  db.run(sql`
    UPDATE ${history} SET details = NULL WHERE entite = ${entite} AND "entiteId" = ${entiteId}
      AND details IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${sql.identifier(entite)} WHERE id = ${entiteId})`);

/**
 * The statement that writes a line of history, in the same write as the change it tells of. A change that
 * may find nothing to do is told before it is made, under its own condition (`quand`): the transaction lets
 * nobody come between, and what else is written there makes no difference.
 */
export const trace = (
  db: Db,
  { entite, entiteId, etat, user, details, quand = sql`true` }: Trace,
) =>
  db.run(sql`
    INSERT INTO ${history} (entite, "entiteId", etat, "user", details)
    WITH fiche(id) AS (${typeof entiteId === "number" ? sql`SELECT ${entiteId}` : sql`SELECT * FROM ${entiteId}`})
    SELECT ${entite}, fiche.id, ${etat}, ${user}, ${details ? JSON.stringify(details) : null}
    FROM fiche WHERE ${quand}`);
