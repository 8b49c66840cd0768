import { formatInstant } from "#domain/dates.ts";
import { FAITS_ADMINISTRATEUR, type FaitAdministrateur } from "#worker/mail/avis-de-profil.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { avertirLAgence, type Postier } from "./avis-a-l-agence.ts";

export interface ProfilTouche {
  fait: FaitAdministrateur;
  /** The e-mail of the account that changed. */
  email: string;
}

/**
 * Announces a change to an administrator's account to the administrators, except the holder of this account, as
 * {@link avertirLAgence} does. The author of the change gets the mail too, because his session may be stolen.
 */
export const annoncerAdministrateur = (
  ctx: Postier & Pick<Contexte, "now" | "user">,
  { fait, email }: ProfilTouche,
): Promise<void> =>
  avertirLAgence(ctx, {
    echec: "Administrators not told",
    avis: (_agence, administrateurs) => ({
      a: administrateurs.filter((administrateur) => administrateur !== email),
      subject: FAITS_ADMINISTRATEUR[fait],
      paragraphes: [
        `${FAITS_ADMINISTRATEUR[fait]}, le ${formatInstant(ctx.now)} : ${email}, par ${ctx.user}.`,
        "Si ce n’est pas voulu, voyez aussitôt les comptes et le journal de sécurité, et n’acceptez aucun changement du compte bancaire.",
      ],
    }),
  });
