import * as z from "zod/mini";
import { identifiant, isoDate } from "../fields.ts";
import type { CourrielEnAttente } from "./courriel.ts";
import { LOT_A_GENERER } from "./limites.ts";

/** `POST Quitance/generate/lot`: the automatic receipts of several dossiers, for the month of any day given. */
export const demandeDeLot = z.strictObject({
  date: isoDate(),
  DossierIds: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un dossier."),
      z.maxLength(LOT_A_GENERER, `${LOT_A_GENERER} dossiers au plus à la fois.`),
    ),
});

/** `GET Quitance/mois/{AAAA-MM}/aGenerer`: the automatic receipts that are due and missing. */
export const demandeAGenerer = z.strictObject({
  dues: z.optional(z.literal("true", "La seule valeur possible est « true ».")),
});

/**
 * The outcome of a lot: the receipts, new or already there, and for the other dossiers the reason why there is none.
 */
export interface LotGenere {
  faites: {
    id: number;
    numero: string;
    DossierId: number;
    nouvelle: boolean;
    /** Its mail that waits, if any. */
    courriel: CourrielEnAttente | null;
  }[];
  refusees: { DossierId: number; motif: string }[];
}
