import { formatInstant } from "#domain/dates.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { avertirLAgence, type Postier } from "./avis-a-l-agence.ts";

/**
 * Announces a new e-mail of the agency to its former address and to its administrators, as {@link avertirLAgence}
 * does, because mails about its bank account now go to the new address.
 */
export const annoncerAdresse = (
  ctx: Postier & Pick<Contexte, "now" | "user">,
  { avant, apres }: { avant: string; apres: string | null },
): Promise<void> =>
  avertirLAgence(ctx, {
    echec: "Change of e-mail not told",
    avis: (_agence, administrateurs) => ({
      a: [avant, ...administrateurs],
      repondreA: "",
      subject: "L’adresse e-mail de l’agence a changé",
      paragraphes: [
        `L’adresse e-mail de l’agence a changé le ${formatInstant(ctx.now)}, par ${ctx.user}. ` +
          `Avant : ${avant}. Après : ${apres ?? "aucune"}.`,
        "Les réponses des locataires et les avis sur le compte bancaire n’arrivent plus à l’ancienne. " +
          "Si ce n’est pas voulu, prévenez les administrateurs de l’agence aussitôt.",
      ],
    }),
  });
