import { SQL, sql } from "drizzle-orm";
import type { EvenementSecurite } from "#domain/profils/securite.ts";
import type { Db } from "#worker/db/client.ts";
import { securityEvents } from "#worker/db/schema/agence.ts";

export interface Noter {
  evenement: EvenementSecurite;
  /** The e-mail of the account concerned; null when nobody was signed in. */
  user: string | null;
  device?: string | null;
  /** Kinds, numbers and identifiers; never a name, an amount or a secret. */
  details?: Record<string, unknown> | SQL;
  /** The condition of the change itself: when it is false, no line is written. */
  quand?: SQL | undefined;
}

/** The statement that writes a line in the journal of security, in the same write as the event. */
export const noter = (
  db: Db,
  { evenement, user, device = null, details, quand = sql`true` }: Noter,
) =>
  db.run(sql`
    INSERT INTO ${securityEvents} (evenement, "user", device, details)
    SELECT ${evenement}, ${user}, ${device}, ${detailsDe(details)} WHERE ${quand}`);

function detailsDe(details: Noter["details"]): SQL | string | null {
  if (details instanceof SQL) return details;
  return details ? JSON.stringify(details) : null;
}

/**
 * The statements that note a failed sign-in. One line per account and hour counts the failures. For all the e-mails
 * without an account, there is one line an hour: a flood of tries cannot fill the journal.
 * @param user the e-mail of the account; null when there is none.
 */
export function noterEchec(db: Db, user: string | null, now: Date) {
  const heure = `${now.toISOString().slice(0, 13)}:00:00.000Z`;
  const dejaDit = sql`evenement = 'echec' AND "user" IS ${user} AND "createdAt" >= ${heure}`;
  return {
    echec: noter(db, {
      evenement: "echec",
      user,
      details: { essais: 0 },
      quand: sql`NOT EXISTS (SELECT 1 FROM ${securityEvents} WHERE ${dejaDit})`,
    }),
    echecCompte: db.run(sql`
      UPDATE ${securityEvents} SET details = json_set(details, '$.essais', details ->> 'essais' + 1)
      WHERE ${dejaDit}`),
  };
}
