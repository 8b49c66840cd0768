import type { Role } from "#domain/profils/droits.ts";
import { openDb } from "#worker/db/client.ts";
import { users } from "#worker/db/schema/agence.ts";
import type { Env } from "#worker/env.ts";
import { issueToken } from "#worker/http/session/token.ts";
import { insererSession } from "#worker/operations/profils/sessions.ts";

interface Compte {
  role: Role;
  email?: string;
  /** The hash of the password; without it, nobody can sign in with a password. */
  password?: string;
}

/**
 * Opens accounts, each with a session, straight in the database.
 * @param remember whether the sessions last thirty days instead of twelve hours
 * @returns a token for each account
 */
export async function ouvrirSessions(
  env: Env,
  comptes: readonly Compte[],
  remember = false,
): Promise<string[]> {
  const db = openDb(env);
  const now = new Date();
  const passwordChangedAt = now.toISOString();
  const ouverts = await db
    .insert(users)
    .values(
      comptes.map((compte) => ({
        email: `agent${crypto.randomUUID()}@exemple.fr`,
        password: "-",
        ...compte,
        mustSetPassword: false,
        passwordChangedAt,
      })),
    )
    .returning({ id: users.id });
  const sessions = ouverts.map(({ id: UserId }) => ({ id: crypto.randomUUID(), UserId }));
  const device = "Essai";
  await db.write(
    Object.fromEntries(
      sessions.map((session) => [
        session.id,
        insererSession(db, { ...session, device, remember, now }),
      ]),
    ),
  );
  return Promise.all(
    sessions.map(({ id, UserId }) =>
      issueToken({ id, userId: UserId, passwordChangedAt }, env.JWT_SECRET, { remember }),
    ),
  );
}
