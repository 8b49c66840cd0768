import type { Context } from "hono";
import { motifDe } from "#worker/db/failures.ts";
import { noter } from "#worker/operations/securite.ts";
import type { App } from "./types.ts";

/**
 * Notes in the journal of security that rows left the house in a file: of which resource, how many, by whom. The answer
 * waits for nothing.
 */
export function noteExport(
  c: Context<App>,
  details: { ressource: string; nombre?: number; mois?: string },
) {
  const { db, session } = c.var;
  const user = session.user.email;
  c.executionCtx.waitUntil(
    noter(db, { evenement: "export", user, details }).catch((error: unknown) => {
      console.error(JSON.stringify({ message: "Export not noted", error: motifDe(error) }));
    }),
  );
}
