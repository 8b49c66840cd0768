import { aujourdhui, type Jour } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";

/** The context of an operation's call: `verbe(ctx, demande)`. */
export interface Contexte {
  env: Env;
  db: Db;
  /** The day in Europe/Paris. */
  today: Jour;
  now: Date;
  /** The e-mail of the author, as the history keeps it; null for the product itself. */
  user: string | null;
}

/** The context of the product's own work: the daily run and the queue. */
export const sansAuteur = (env: Env, db: Db, now: Date): Contexte => ({
  env,
  db,
  today: aujourdhui(now),
  now,
  user: null,
});
