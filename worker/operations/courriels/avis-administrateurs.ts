import { formatInstant } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { FAITS_ADMINISTRATEUR, type FaitAdministrateur } from "#worker/mail/avis-de-compte.ts";
import { avertirLAgence } from "./avis-a-l-agence.ts";

export interface CompteTouche {
  fait: FaitAdministrateur;
  /** The e-mail of the account changed. */
  email: string;
  /** The author's e-mail. */
  user: string;
  now: Date;
}

/**
 * Tells every other administrator about a change to the account of one, as {@link avertirLAgence} does. The author is
 * told too: it may be a stolen session.
 */
export const annoncerAdministrateur = (
  env: Pick<Env, "EMAIL" | "MAIL_FROM">,
  db: Db,
  { fait, email, user, now }: CompteTouche,
): Promise<void> =>
  avertirLAgence(env, db, "Administrators not told", (_agence, administrateurs) => ({
    a: administrateurs.filter((administrateur) => administrateur !== email),
    subject: FAITS_ADMINISTRATEUR[fait],
    paragraphes: [
      `${FAITS_ADMINISTRATEUR[fait]}, le ${formatInstant(now)} : ${email}, par ${user}.`,
      "Si ce n’est pas voulu, voyez aussitôt les comptes et le journal de sécurité, et n’acceptez aucun changement du compte bancaire.",
    ],
  }));
