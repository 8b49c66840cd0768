import * as z from "zod/mini";
import { identifiant } from "../fields.ts";
import { LOT_AU_PLUS } from "./limites.ts";

/** `POST Courriel/annuler` and `POST Courriel/perdus/reprendre`: the mails to call back, or to send at once. */
export const courrielsChoisis = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un courriel."),
      z.maxLength(LOT_AU_PLUS, `${LOT_AU_PLUS} courriels au plus à la fois.`),
    ),
});

/** The outcome of a lot of mails: those held back, now or before, and for the others the reason why they are not. */
export interface LotRappele {
  retenus: number[];
  refuses: { id: number; motif: string }[];
}
