import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema.ts";

export interface Trace {
  /** The resource, as the wire spells it. */
  entite: string;
  /** Its identifier, or an SQL expression read in the same transaction. */
  entiteId: number | SQL;
  /** What happened, in French, as staff read it. */
  etat: string;
  /** The e-mail of who did it; null for the product itself. */
  user: string | null;
  details?: Record<string, unknown>;
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
 * The statement that writes one line of history, to be batched with the change it tells of.
 * With `seulementSiChange`, nothing is written when the statement just before changed no row.
 */
export function trace(
  db: Db,
  { entite, entiteId, etat, user, details }: Trace,
  seulementSiChange = false,
) {
  return db.run(sql`
    INSERT INTO ${history} (entite, "entiteId", etat, "user", details)
    SELECT ${entite}, ${entiteId}, ${etat}, ${user}, ${details ? JSON.stringify(details) : null}
    ${seulementSiChange ? sql`WHERE changes() > 0` : sql``}`);
}
