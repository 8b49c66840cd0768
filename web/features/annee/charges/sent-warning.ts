import { formatJour } from "#domain/dates.ts";
import type { LotDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";

/**
 * The warnings shown before a reading or an account of the syndic is removed: one for each statement already sent to
 * a tenant of the dwelling, because a sent statement does not change.
 */
export function sentWarning({ baux }: Pick<LotDeLAnnee, "baux">): string[] {
  return baux.flatMap(({ decompte: { envoi }, locataire }) =>
    envoi
      ? [
          `Le décompte de ${locataire} est envoyé depuis le ${formatJour(envoi.envoyeLe)} : il ne change pas, un rectificatif portera la différence.`,
        ]
      : [],
  );
}
