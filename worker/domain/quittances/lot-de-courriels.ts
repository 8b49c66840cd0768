import * as z from "zod/mini";
import { identifiant } from "../fields.ts";
import { LOT_AU_PLUS } from "./lots.ts";

/** `POST Courriel/annuler` and `POST Courriel/perdus/reprendre`: the mails called back, or sent, at once. */
export const courrielsChoisis = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un courriel."),
      z.maxLength(LOT_AU_PLUS, `${LOT_AU_PLUS} courriels au plus à la fois.`),
    ),
});

/** The outcome for the mails of a lot: those held back, now or before, and why the others could not be. */
export interface LotRappele {
  retenus: number[];
  refuses: { id: number; motif: string }[];
}
