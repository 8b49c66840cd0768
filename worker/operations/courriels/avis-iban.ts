import { formatInstant } from "#domain/dates.ts";
import { ibanMasque } from "#domain/iban.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { avertirLAgence, type Postier } from "./avis-a-l-agence.ts";

export interface ChangementDIban {
  avant: string;
  apres: string | null;
  /** The outcome: the change was made, or it waits for a second administrator. */
  issue: "fait" | "attend";
}

/**
 * Announces to the agency and its administrators a change of the account on which rents are paid, as {@link
 * avertirLAgence} does.
 */
export const annoncerIban = (
  ctx: Postier & Pick<Contexte, "now" | "user">,
  { avant, apres, issue }: ChangementDIban,
): Promise<void> =>
  avertirLAgence(ctx, {
    echec: "IBAN change not told",
    avis: ({ agenceEmail }, administrateurs) => ({
      a: [agenceEmail, ...administrateurs],
      subject: issue === "fait" ? "L’IBAN de l’agence a changé" : "L’IBAN de l’agence va changer",
      paragraphes: [
        issue === "fait"
          ? `L’IBAN de l’agence a changé le ${formatInstant(ctx.now)}, par ${ctx.user}.`
          : `Un changement de l’IBAN de l’agence a été demandé le ${formatInstant(ctx.now)} par ${ctx.user}. ` +
            "Il attend la confirmation d’un autre administrateur, dans Paramètres.",
        `Avant : ${ibanMasque(avant)}\nAprès : ${apres ? ibanMasque(apres) : "aucun"}`,
        "Les locataires versent leur loyer sur ce compte. Si ce changement n’est pas de l’agence, " +
          "prévenez ses administrateurs aussitôt.",
      ],
    }),
  });
