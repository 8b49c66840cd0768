import { HEURES_PROVISOIRE } from "#domain/profils/mot-de-passe.ts";
import { openDb } from "#worker/db/client.ts";
import { temporaryPassword } from "#worker/operations/profils/mot-de-passe.ts";
import { creerAdmin, recupererAdmin } from "#worker/operations/profils/users.ts";
import { Problem, showError } from "./problem.ts";

/**
 * Gives an administrator a temporary password, printed once. He may be the first one of a deployed agency, or one who
 * can no longer sign in: his second factors and sessions are removed.
 */
async function recoverAdmin(): Promise<void> {
  const { DATABASE_URL, DATABASE_AUTH_TOKEN, ADMIN_EMAIL } = process.env;
  if (!DATABASE_URL || !ADMIN_EMAIL?.includes("@")) {
    throw new Problem(
      "Indiquez la base et le compte : DATABASE_URL=libsql://… DATABASE_AUTH_TOKEN=… ADMIN_EMAIL=… npm run admin",
    );
  }
  const db = openDb({ DATABASE_URL, ...(DATABASE_AUTH_TOKEN ? { DATABASE_AUTH_TOKEN } : {}) });
  const password = temporaryPassword();
  const ctx = { db, now: new Date() };
  const admin = { email: ADMIN_EMAIL, password };
  const shown = `Mot de passe, affiché cette seule fois : ${password}`;
  if (await creerAdmin(ctx, admin)) return console.log(`Compte ${ADMIN_EMAIL} créé. ${shown}`);
  if (!(await recupererAdmin(ctx, admin))) {
    throw new Problem(
      `Aucun administrateur n’a l’adresse ${ADMIN_EMAIL}, et l’agence a déjà des comptes : rien n’a été changé.`,
    );
  }
  console.log(
    `Compte ${ADMIN_EMAIL} rendu à son administrateur : sessions fermées, second facteur retiré. ${shown} À changer dans les ${HEURES_PROVISOIRE} heures.`,
  );
}

try {
  await recoverAdmin();
} catch (error) {
  showError(error);
  process.exitCode = 1;
}
