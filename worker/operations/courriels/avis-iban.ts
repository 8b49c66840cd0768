import { formatInstant } from "#domain/dates.ts";
import { ibanMasque } from "#domain/iban.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { avertirLAgence } from "./avis-a-l-agence.ts";

export interface ChangementDIban {
  avant: string;
  apres: string | null;
  /** It was made, or waits for a second administrator. */
  issue: "fait" | "attend";
  /** The e-mail of its author. */
  user: string;
  now: Date;
}

/**
 * Tells the agency and its administrators that the account on which rents are paid changes, as {@link avertirLAgence} does.
 */
export const annoncerIban = (
  env: Pick<Env, "EMAIL" | "MAIL_FROM">,
  db: Db,
  { avant, apres, issue, user, now }: ChangementDIban,
): Promise<void> =>
  avertirLAgence(env, db, "IBAN change not told", ({ agenceEmail }, administrateurs) => ({
    a: [agenceEmail, ...administrateurs],
    subject: issue === "fait" ? "L’IBAN de l’agence a changé" : "L’IBAN de l’agence va changer",
    paragraphes: [
      issue === "fait"
        ? `L’IBAN de l’agence a changé le ${formatInstant(now)}, par ${user}.`
        : `Un changement de l’IBAN de l’agence a été demandé le ${formatInstant(now)} par ${user}. ` +
          "Il attend la confirmation d’un autre administrateur, dans Paramètres.",
      `Avant : ${ibanMasque(avant)}\nAprès : ${apres ? ibanMasque(apres) : "aucun"}`,
      "Les locataires versent leur loyer sur ce compte. Si ce changement n’est pas de l’agence, " +
        "prévenez ses administrateurs aussitôt.",
    ],
  }));
