import type { Jour } from "#domain/dates.ts";
import type { ComptableEnVisite } from "#domain/gerance/livres/acces-comptable.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { Session } from "./session/session.ts";

/** The context of every handler. */
export interface App {
  Bindings: Env;
  Variables: {
    /** Identifies the lines of this request in the logs. */
    requestId: string;
    db: Db;
    session: Session;
    /** The day in Europe/Paris. */
    today: Jour;
    now: Date;
    /** The owner whose visit makes the call, on his own page; only `visiting` sets it. */
    visitor: number;
    /** The accountant whose visit makes the call; only `auditing` sets it. */
    accountant?: ComptableEnVisite;
    /** The signer whose visit makes the call, by the identifier of his row; only `signing` sets it. */
    signer: number;
  };
}
