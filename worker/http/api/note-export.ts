import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { PERSONNES } from "#domain/personnes/personne.ts";
import { motifDe } from "#worker/db/failures.ts";
import { securityEvents } from "#worker/db/schema/agence.ts";
import type { App } from "#worker/http/types.ts";
import { noter } from "#worker/operations/historique/securite.ts";

/**
 * Notes in the security log that rows were exported as a file: the resource, their number, and the author, who may be
 * the accountant. The response does not wait for the note.
 */
export function noteExport(
  c: Context<App>,
  details: { ressource: string; nombre?: number; mois?: string },
) {
  const { db, session, accountant } = c.var;
  const user = accountant ? accountant.mail : session.user.email;
  c.executionCtx.waitUntil(
    noter(db, { evenement: "export", user, details }).catch((error: unknown) => {
      console.error(JSON.stringify({ message: "Export not noted", error: motifDe(error) }));
    }),
  );
}

/** The number of rows of a page: whoever reads more persons at once exports them. */
const PAGE = 20;
const HOUR_MS = 3_600_000;
/** The number of characters of the session's identifier that the note keeps. */
const SESSION = 8;

/**
 * Notes in the security log, once per session, list and hour, that somebody read a list of more than {@link PAGE}
 * persons whole, without pages. This counts as an export.
 */
export async function noteWholeRead(
  c: Context<App>,
  { ressource, nombre }: { ressource: string; nombre: number },
): Promise<void> {
  if (nombre <= PAGE || !(PERSONNES as readonly string[]).includes(ressource)) return;
  const { db, session, now } = c.var;
  const user = session.user.email;
  const lecture = session.id.slice(0, SESSION);
  const since = new Date(now.getTime() - HOUR_MS).toISOString();
  const told = sql`EXISTS (SELECT 1 FROM ${securityEvents} WHERE evenement = 'export' AND "user" = ${user}
    AND "createdAt" > ${since} AND details ->> 'ressource' = ${ressource} AND details ->> 'lecture' = ${lecture})`;
  const details = { ressource, nombre, lecture };
  await noter(db, { evenement: "export", user, details, quand: sql`NOT ${told}` });
}
