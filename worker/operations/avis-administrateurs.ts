import { and, inArray, ne } from "drizzle-orm";
import { agenceDe } from "#domain/agence.ts";
import { formatInstant } from "#domain/dates.ts";
import { rolesPour } from "#domain/droits.ts";
import type { Db } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { users } from "#worker/db/schema-agence.ts";
import type { Env } from "#worker/env.ts";
import { FAITS_ADMINISTRATEUR, type FaitAdministrateur } from "#worker/mail/avis-de-compte.ts";
import { envoyer } from "#worker/mail/send.ts";
import { lireReglages } from "./visuels.ts";

export interface CompteTouche {
  fait: FaitAdministrateur;
  /** The e-mail of the account that was touched. */
  email: string;
  /** The e-mail of who did it. */
  user: string;
  now: Date;
}

/**
 * Tells every other administrator what was done to the account of one: who did it is told too, it may be a stolen
 * session. Meant for `waitUntil`: it neither delays nor fails what it tells of; a mail that does not leave is told in the
 * logs, without its addresses.
 */
export async function annoncerAdministrateur(
  env: Pick<Env, "EMAIL" | "MAIL_FROM">,
  db: Db,
  { fait, email, user, now }: CompteTouche,
): Promise<void> {
  try {
    const { reglages, admins } = await db.read({
      reglages: lireReglages(db),
      admins: db
        .select({ email: users.email })
        .from(users)
        .where(and(inArray(users.role, rolesPour("administrer")), ne(users.email, email))),
    });
    if (admins.length === 0) return;
    const { agenceNom, agenceEmail } = agenceDe(reglages);
    const subject = FAITS_ADMINISTRATEUR[fait];
    const faits = `${subject}, le ${formatInstant(now)} : ${email}, par ${user}.`;
    const sinon =
      "Si ce n’est pas voulu, voyez aussitôt les comptes et le journal de sécurité, et n’acceptez aucun changement du compte bancaire.";
    const { etat, erreur } = await envoyer(env, {
      de: agenceNom,
      repondreA: agenceEmail,
      a: admins.map((admin) => admin.email),
      subject,
      text: ["Bonjour,", faits, sinon, agenceNom].filter(Boolean).join("\n\n"),
    });
    if (etat !== "envoye") throw new Error(erreur);
  } catch (error) {
    console.error(JSON.stringify({ message: "Administrators not told", error: motifDe(error) }));
  }
}
