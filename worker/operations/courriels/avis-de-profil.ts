import { agenceDe } from "#domain/agence/agence.ts";
import { formatInstant } from "#domain/dates.ts";
import { motifDe } from "#worker/db/failures.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { AVIS_DE_COMPTE, type GenreAvis } from "#worker/mail/avis-de-profil.ts";
import { enTexteSeul } from "#worker/mail/composition.ts";
import { envoyer } from "#worker/mail/send.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { Postier } from "./avis-a-l-agence.ts";

/**
 * Mails the holder of an account about an event of that account. Meant for `waitUntil`: the event neither waits for
 * the mail nor fails with it. A mail that does not leave is logged, without its address.
 */
export async function prevenir(
  { env, db, now }: Postier & Pick<Contexte, "now">,
  { genre, email, device }: { genre: GenreAvis; email: string; device: string },
): Promise<void> {
  try {
    const agence = agenceDe(await db.select().from(variables));
    const { subject, phrase, sinon } = AVIS_DE_COMPTE[genre];
    const { etat, erreur } = await envoyer(env, {
      de: agence.agenceNom,
      repondreA: agence.agenceEmail,
      a: [email],
      subject,
      text: enTexteSeul(agence, ["Bonjour,", phrase({ device, quand: formatInstant(now) }), sinon]),
    });
    if (etat !== "envoye") throw new Error(erreur);
  } catch (error) {
    console.error(JSON.stringify({ message: "Account not told by mail", error: motifDe(error) }));
  }
}
