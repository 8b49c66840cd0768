import { formatJour } from "#domain/dates.ts";
import type { LotDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";

/** The warning before something that the sent statements of a dwelling count is taken out; none before the first one. */
export function sentWarning({ baux }: Pick<LotDeLAnnee, "baux">): string[] {
  return baux.flatMap(({ decompte: { envoi }, locataire }) =>
    envoi
      ? [
          `Le décompte de ${locataire} est envoyé depuis le ${formatJour(envoi.envoyeLe)} : il ne change pas, un rectificatif portera la différence.`,
        ]
      : [],
  );
}
