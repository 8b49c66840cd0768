import { eq } from "drizzle-orm";
import { agenceDe } from "#domain/agence.ts";
import { formatInstant } from "#domain/dates.ts";
import { ibanMasque } from "#domain/iban.ts";
import type { Db } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { users } from "#worker/db/schema-agence.ts";
import type { Env } from "#worker/env.ts";
import { envoyer } from "#worker/mail/send.ts";
import { lireReglages } from "./visuels.ts";

export interface ChangementDIban {
  avant: string;
  apres: string | null;
  /** It was made, or waits for a second administrator. */
  issue: "fait" | "attend";
  /** The e-mail of who made it or asked for it. */
  user: string;
  now: Date;
}

/**
 * Tells the agency and its administrators that the account on which rents are paid changes. Meant for `waitUntil`: it
 * neither delays nor fails what it tells of; a mail that does not leave is told in the logs, without its addresses.
 */
export async function annoncerIban(
  env: Pick<Env, "EMAIL" | "MAIL_FROM">,
  db: Db,
  { avant, apres, issue, user, now }: ChangementDIban,
): Promise<void> {
  try {
    const { reglages, admins } = await db.read({
      reglages: lireReglages(db),
      admins: db.select({ email: users.email }).from(users).where(eq(users.role, "admin")),
    });
    const { agenceNom, agenceEmail } = agenceDe(reglages);
    const subject =
      issue === "fait" ? "L’IBAN de l’agence a changé" : "L’IBAN de l’agence va changer";
    const faits =
      issue === "fait"
        ? `L’IBAN de l’agence a changé le ${formatInstant(now)}, par ${user}.`
        : `Un changement de l’IBAN de l’agence a été demandé le ${formatInstant(now)} par ${user}. ` +
          "Il attend la confirmation d’un autre administrateur, dans Paramètres.";
    const valeurs = `Avant : ${ibanMasque(avant)}\nAprès : ${apres ? ibanMasque(apres) : "aucun"}`;
    const sinon =
      "Les locataires versent leur loyer sur ce compte. Si ce changement n’est pas de l’agence, " +
      "prévenez ses administrateurs aussitôt.";
    const { etat, erreur } = await envoyer(env, {
      de: agenceNom,
      repondreA: agenceEmail,
      a: [...new Set([agenceEmail, ...admins.map(({ email }) => email)].filter(Boolean))],
      subject,
      text: ["Bonjour,", faits, valeurs, sinon, agenceNom].filter(Boolean).join("\n\n"),
    });
    if (etat !== "envoye") throw new Error(erreur);
  } catch (error) {
    console.error(JSON.stringify({ message: "IBAN change not told", error: motifDe(error) }));
  }
}
