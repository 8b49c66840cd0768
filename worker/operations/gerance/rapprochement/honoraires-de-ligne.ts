import { Conflict } from "#domain/erreurs.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type LigneLueEnBase,
  prendre,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { reglerFacture } from "#worker/operations/gerance/cloture/reglements-honoraires.ts";

/**
 * Ties a line of the agency's own account to the invoice of fees that it pays, or to the credit note that it pays back
 * (rapprochement/README §12.9).
 *
 * @throws NotFound; Conflict for an account of the funds of others, or when nothing is left to pay; Invalid for
 * another amount.
 */
export async function rapprocherHonoraires(
  ctx: Contexte,
  { ligne, id }: { ligne: LigneLueEnBase; id: number },
): Promise<void> {
  if (ligne.usage !== "agence")
    throw new Conflict(
      "Les honoraires se règlent sur le compte de l’agence, jamais sur la gérance.",
    );
  await reglerFacture(ctx, {
    ...{ id, date: ligne.date, mode: "virement", ligne },
    aussi: prendre(ctx.db, [ligne], { etat: "rapprochee", user: ctx.user }),
  });
}
