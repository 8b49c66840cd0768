import { inArray } from "drizzle-orm";
import { agenceDe } from "#domain/agence.ts";
import { formatInstant } from "#domain/dates.ts";
import { rolesPour } from "#domain/droits.ts";
import type { Db } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { users } from "#worker/db/schema-agence.ts";
import type { Env } from "#worker/env.ts";
import { envoyer } from "#worker/mail/send.ts";
import { lireReglages } from "./visuels.ts";

/**
 * Tells the former e-mail of the agency, and its administrators, that it has another one: what is written to the agency
 * of its bank account goes there from now on. Meant for `waitUntil`, like `annoncerAdministrateur`.
 */
export async function annoncerAdresse(
  env: Pick<Env, "EMAIL" | "MAIL_FROM">,
  db: Db,
  { avant, apres, user, now }: { avant: string; apres: string | null; user: string; now: Date },
): Promise<void> {
  try {
    const { reglages, admins } = await db.read({
      reglages: lireReglages(db),
      admins: db
        .select({ email: users.email })
        .from(users)
        .where(inArray(users.role, rolesPour("administrer"))),
    });
    const { agenceNom } = agenceDe(reglages);
    const faits =
      `L’adresse e-mail de l’agence a changé le ${formatInstant(now)}, par ${user}. ` +
      `Avant : ${avant}. Après : ${apres ?? "aucune"}.`;
    const sinon =
      "Les réponses des locataires et les avis sur le compte bancaire n’arrivent plus à l’ancienne. " +
      "Si ce n’est pas voulu, prévenez les administrateurs de l’agence aussitôt.";
    const { etat, erreur } = await envoyer(env, {
      de: agenceNom,
      repondreA: "",
      a: [...new Set([avant, ...admins.map(({ email }) => email)])],
      subject: "L’adresse e-mail de l’agence a changé",
      text: ["Bonjour,", faits, sinon, agenceNom].filter(Boolean).join("\n\n"),
    });
    if (etat !== "envoye") throw new Error(erreur);
  } catch (error) {
    console.error(JSON.stringify({ message: "Change of e-mail not told", error: motifDe(error) }));
  }
}
