import { and, eq, ne, not, type SQL, sql } from "drizzle-orm";
import { formatInstant } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import type { Statement, Statements } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { type changements, history, users } from "#worker/db/schema/agence.ts";
import type { coordonneesBancaires } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type Trace, trace } from "#worker/operations/historique/history.ts";
import { type Noter, noter } from "#worker/operations/historique/securite.ts";

/**
 * The condition that this profil was created or changed in any way after the demand.
 * The order of the history lines decides, and not their instants: clocks may differ.
 * @param demandee the condition that finds the demand among the history lines of the record; SQL names these lines
 * `demande`
 */
export const profilChangeDepuis = (
  UserId: number,
  { entite, entiteId }: { entite: string; entiteId: number },
  demandee: SQL,
) => sql`EXISTS (
  SELECT 1 FROM ${history} compte WHERE compte.entite = 'User' AND compte."entiteId" = ${UserId}
    AND compte.id > coalesce((SELECT max(demande.id) FROM ${history} demande
      WHERE demande.entite = ${entite} AND demande."entiteId" = ${entiteId} AND ${demandee}), 0))`;

/**
 * The last instant at which this profil was created, or changed in any way by somebody else.
 */
const profilToucheLe = (UserId: number, user: string | null) => sql`coalesce((
  SELECT max("createdAt") FROM ${history} compte WHERE compte.entite = 'User' AND compte."entiteId" = ${UserId}
    AND (compte.etat = 'Création' OR compte."user" IS NOT ${user})), '')`;

/** The number of administrators who can act: an account does not count while its password is temporary. */
export const ADMINISTRATEURS_PRESENTS = sql`(SELECT count(*) FROM ${users}
  WHERE role = 'admin' AND NOT "mustSetPassword")`;

export type Decision = "confirme" | "refuse";

const DITES: Record<Decision, string> = { confirme: "confirmé", refuse: "refusé" };

const HEURE = 3_600_000;

/**
 * Decides on a waiting demand (http/README §9.6), for a setting or for a payee's bank details. Only an administrator
 * who did not ask for it may confirm it. His account must be unchanged since the demand, and unchanged by others in
 * the last `delaiConfirmation` hours. Any administrator may refuse it.
 * @param table the table of the demand, and `demande`, its row
 * @param demandee the condition that finds the demand among the history lines of the record; SQL names these lines
 * `demande`
 * @param UserId the account that decides
 * @param histoire the record, and the words of its history about the decision
 * @param note the words of the journal of security, besides the decision and its author
 * @param decide makes the statement that marks the row as decided, under the condition that it is given
 * @param suites makes the other statements of a confirmation, under the condition that it is given
 * @throws Conflict when the demand is decided already; when its own author would confirm it; when the account that
 * would confirm it was made or changed since the demand, or within the delay. In the last case, the message gives the
 * instant from which it may confirm.
 */
export async function deciderADeux(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  {
    table,
    demande,
    demandee,
    decision,
    UserId,
    delaiConfirmation,
    histoire,
    note,
    decide,
    suites = () => ({}),
  }: {
    table: typeof changements | typeof coordonneesBancaires;
    demande: { id: number; user: string | null; UserId: number | null };
    demandee: SQL;
    decision: Decision;
    UserId: number;
    /** Hours. */
    delaiConfirmation: number;
    histoire: Pick<Trace, "etat"> & {
      entite: string;
      entiteId: number;
      details: Record<string, unknown>;
    };
    note: Pick<Noter, "evenement"> & { details: Record<string, unknown> };
    decide: (si: SQL | undefined) => Statement<{ rowsAffected: number }>;
    suites?: (si: SQL) => Statements;
  },
): Promise<void> {
  const change = profilChangeDepuis(UserId, histoire, demandee);
  const toucheLe = profilToucheLe(UserId, user);
  const delai = delaiConfirmation * HEURE;
  const ancien = sql`${toucheLe} <= ${new Date(now.getTime() - delai).toISOString()}`;
  const attend = and(eq(table.id, demande.id), eq(table.etat, "en_attente"));
  const confirmee = decision === "confirme";
  const decidable = confirmee ? and(attend, ne(table.UserId, UserId), not(change), ancien) : attend;
  const quand = rowExists(table, decidable);
  const {
    verdict: [verdict],
    decidee,
  } = await db.write({
    verdict: db.all<{ attend: number; change: number; toucheLe: string }>(sql`
      SELECT ${rowExists(table, attend)} AS attend, ${change} AS change, ${toucheLe} AS "toucheLe"`),
    histoire: trace(db, { ...histoire, user, quand }),
    note: noter(db, {
      evenement: note.evenement,
      user,
      details: { ...note.details, etat: DITES[decision], demande: demande.user },
      quand,
    }),
    ...(confirmee ? suites(quand) : {}),
    decidee: decide(decidable),
  });
  if (decidee.rowsAffected > 0) return;
  if (!verdict?.attend) throw new Conflict("Ce changement est déjà décidé.");
  if (demande.UserId === UserId)
    throw new Conflict("Un autre administrateur que celui qui l’a demandé confirme ce changement.");
  if (verdict.change) {
    throw new Conflict(
      "Votre compte a changé depuis cette demande : refusez-la, et qu’elle soit refaite.",
    );
  }
  const touche = new Date(verdict.toucheLe);
  throw new Conflict(
    `Votre compte a été créé ou modifié par un autre le ${formatInstant(touche)} : il pourra confirmer ce changement à partir du ${formatInstant(new Date(touche.getTime() + delai))}.`,
  );
}
