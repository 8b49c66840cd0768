import * as z from "zod/mini";
import { identifiant } from "../fields.ts";
import { LOT_AU_PLUS } from "./limites.ts";

/** `POST Courriel/annuler` calls mails back; `POST Courriel/perdus/reprendre` queues lost mails again. */
export const courrielsChoisis = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un courriel."),
      z.maxLength(LOT_AU_PLUS, `${LOT_AU_PLUS} courriels au plus à la fois.`),
    ),
});

/**
 * The result of calling mails back: the ids of the mails held back by this call or an earlier one, and the French
 * reason for each other mail.
 */
export interface LotRappele {
  retenus: number[];
  refuses: { id: number; motif: string }[];
}
