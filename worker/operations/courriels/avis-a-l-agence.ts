import { inArray } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { rolesPour } from "#domain/profils/droits.ts";
import type { Db } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { users } from "#worker/db/schema/agence.ts";
import type { Env } from "#worker/env.ts";
import { enTexteSeul } from "#worker/mail/composition.ts";
import { envoyer } from "#worker/mail/send.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";

/** The query for the e-mails of the administrators; to run in the same batch as others. */
export const lireAdministrateurs = (db: Db) =>
  db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.role, rolesPour("administrer")));

/** The context needed to send a mail in the agency's name. */
export type Postier = Pick<Contexte, "db"> & { env: Pick<Env, "EMAIL" | "MAIL_FROM"> };

/** A mail to people of the agency. */
export interface Avis {
  /** The recipients; a repeated or empty address is left out. */
  a: readonly string[];
  /** The address for answers: the agency's by default; "" for none. */
  repondreA?: string;
  subject: string;
  paragraphes: readonly string[];
}

/**
 * Mails people of the agency, in its name. Meant for `waitUntil`: the act announced neither waits for the mail nor
 * fails with it. A mail that does not leave is logged, without its addresses.
 */
export async function avertirLAgence(
  { env, db }: Postier,
  {
    echec,
    avis,
  }: {
    /** The words of the log when the mail does not leave. */
    echec: string;
    /** The mail, from the settings and the e-mails of the administrators. */
    avis: (agence: Agence, administrateurs: readonly string[]) => Avis;
  },
): Promise<void> {
  try {
    const { reglages, admins } = await db.read({
      reglages: lireReglages(db),
      admins: lireAdministrateurs(db),
    });
    const agence = agenceDe(reglages);
    const { a, paragraphes, repondreA, subject } = avis(
      agence,
      admins.map(({ email }) => email),
    );
    const adresses = [...new Set(a)].filter(Boolean);
    if (adresses.length === 0) return;
    const { etat, erreur } = await envoyer(env, {
      de: agence.agenceNom,
      repondreA: repondreA ?? agence.agenceEmail,
      a: adresses,
      subject,
      text: enTexteSeul(agence, ["Bonjour,", ...paragraphes]),
    });
    if (etat !== "envoye") throw new Error(erreur);
  } catch (error) {
    console.error(JSON.stringify({ message: echec, error: motifDe(error) }));
  }
}
