import type { Gestionnaire } from "#domain/suivi/suivi.ts";
import { users } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

/** The accounts to which a deadline or a mandate may be given, sorted by e-mail. */
export async function lireGestionnaires({ db }: Pick<Contexte, "db">): Promise<Gestionnaire[]> {
  const comptes = await db
    .select({ id: users.id, nom: users.nom, email: users.email })
    .from(users)
    .orderBy(users.email);
  return comptes.map(({ id, nom, email }) => ({ id, nom: nom ?? email }));
}
