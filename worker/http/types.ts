import type { Jour } from "#domain/dates.ts";
import type { ComptableEnVisite } from "#domain/gerance/livres/acces-comptable.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { Session } from "./session/session.ts";

/** The context of every handler. */
export interface App {
  Bindings: Env;
  Variables: {
    /** Tells the lines of this request in the logs. */
    requestId: string;
    db: Db;
    session: Session;
    /** The day in Europe/Paris. */
    today: Jour;
    now: Date;
    /** The owner whose visit asks, on his own page: `visiting` alone sets it. */
    visitor: number;
    /** The accountant whose visit asks: `auditing` alone sets it. */
    accountant?: ComptableEnVisite;
    /** The signer whose visit asks, by the identifier of his row: `signing` alone sets it. */
    signer: number;
  };
}
