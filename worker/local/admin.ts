import { openDb } from "#worker/db/client.ts";
import { temporaryPassword } from "#worker/operations/password.ts";
import { creerAdmin } from "#worker/operations/users.ts";
import { Problem, showError } from "./problem.ts";

/** The first administrator of a deployed agency; its password is printed once. */
async function firstAdmin(): Promise<void> {
  const { DATABASE_URL, DATABASE_AUTH_TOKEN, ADMIN_EMAIL } = process.env;
  if (!DATABASE_URL || !ADMIN_EMAIL?.includes("@")) {
    throw new Problem(
      "Indiquez la base et le compte : DATABASE_URL=libsql://… DATABASE_AUTH_TOKEN=… ADMIN_EMAIL=… npm run admin",
    );
  }
  const db = openDb({ DATABASE_URL, ...(DATABASE_AUTH_TOKEN ? { DATABASE_AUTH_TOKEN } : {}) });
  const password = temporaryPassword();
  if (!(await creerAdmin(db, { email: ADMIN_EMAIL, password, now: new Date() }))) {
    throw new Problem("Cette agence a déjà des comptes : rien n’a été changé.");
  }
  console.log(`Compte ${ADMIN_EMAIL} créé. Mot de passe, affiché cette seule fois : ${password}`);
}

try {
  await firstAdmin();
} catch (error) {
  showError(error);
  process.exitCode = 1;
}
