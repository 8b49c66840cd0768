import { type SQL, sql } from "drizzle-orm";
import type { EvenementSecurite } from "#domain/securite.ts";
import type { Db } from "#worker/db/client.ts";
import { securityEvents } from "#worker/db/schema.ts";

export interface Noter {
  evenement: EvenementSecurite;
  /** The e-mail of whom it concerns; null: nobody signed in. */
  user: string | null;
  device?: string | null;
  /** Never a name, an amount or a secret: kinds, numbers, identifiers. */
  details?: Record<string, unknown>;
  /** What the change itself asks of the database: where it does not hold, nothing is told. */
  quand?: SQL | undefined;
}

/** The statement that writes a line of the journal of security, in the same write as what it tells of. */
export const noter = (
  db: Db,
  { evenement, user, device = null, details, quand = sql`true` }: Noter,
) =>
  db.run(sql`
    INSERT INTO ${securityEvents} (evenement, "user", device, details)
    SELECT ${evenement}, ${user}, ${device}, ${details ? JSON.stringify(details) : null} WHERE ${quand}`);
