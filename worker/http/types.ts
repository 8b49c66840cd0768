import type { Jour } from "#domain/dates.ts";
import type { ComptableEnVisite } from "#domain/gerance/livres/acces-comptable.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { Session } from "./session/session.ts";

/** The types of Hono's context in every handler. */
export interface App {
  Bindings: Env;
  Variables: {
    requestId: string;
    db: Db;
    session: Session;
    /** The present day in Paris. */
    today: Jour;
    now: Date;
    /** The identifier of the owner who visits his page; only `visiting` sets it. */
    visitor: number;
    /** The accountant who visits his page; only `auditing` sets it. */
    accountant?: ComptableEnVisite;
    /** The identifier of the signer who visits his page; only `signing` sets it. */
    signer: number;
  };
}
