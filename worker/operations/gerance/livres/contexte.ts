import type { Jour } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";

/** Who does something to the accounts, and on which day. */
export interface Contexte {
  db: Db;
  /** The e-mail of who records; null for the daily run. */
  user: string | null;
  today: Jour;
}
