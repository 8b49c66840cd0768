import { formatInstant } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { avertirLAgence } from "./avis-a-l-agence.ts";

/**
 * Tells the former e-mail of the agency, and its administrators, that it has another one, as {@link avertirLAgence}
 * does: the mails about its bank account go there from now on.
 */
export const annoncerAdresse = (
  env: Pick<Env, "EMAIL" | "MAIL_FROM">,
  db: Db,
  { avant, apres, user, now }: { avant: string; apres: string | null; user: string; now: Date },
): Promise<void> =>
  avertirLAgence(env, db, "Change of e-mail not told", (_agence, administrateurs) => ({
    a: [avant, ...administrateurs],
    repondreA: "",
    subject: "L’adresse e-mail de l’agence a changé",
    paragraphes: [
      `L’adresse e-mail de l’agence a changé le ${formatInstant(now)}, par ${user}. ` +
        `Avant : ${avant}. Après : ${apres ?? "aucune"}.`,
      "Les réponses des locataires et les avis sur le compte bancaire n’arrivent plus à l’ancienne. " +
        "Si ce n’est pas voulu, prévenez les administrateurs de l’agence aussitôt.",
    ],
  }));
