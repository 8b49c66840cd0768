import * as z from "zod/mini";
import { identifiant, isoDate } from "../fields.ts";
import type { CourrielEnAttente } from "./courriel.ts";
import { LOT_A_GENERER } from "./limites.ts";

/**
 * `POST Quitance/generate/lot`: makes the automatic receipts of several dossiers for a month, given by any of its
 * days.
 */
export const demandeDeLot = z.strictObject({
  date: isoDate(),
  DossierIds: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un dossier."),
      z.maxLength(LOT_A_GENERER, `${LOT_A_GENERER} dossiers au plus à la fois.`),
    ),
});

/** `GET Quitance/mois/{AAAA-MM}/aGenerer`: the receipts to make; `dues`: only the automatic receipts that are due. */
export const demandeAGenerer = z.strictObject({
  dues: z.optional(z.literal("true", "La seule valeur possible est « true ».")),
});

/**
 * The result of billing several dossiers: the receipts, new or already there, and the French reason for each other
 * dossier.
 */
export interface LotGenere {
  faites: {
    id: number;
    numero: string;
    DossierId: number;
    nouvelle: boolean;
    /** The waiting mail of the receipt, if any. */
    courriel: CourrielEnAttente | null;
    /** The French warnings of a new receipt (`avertissementsDArret()`). */
    avertissements: string[];
  }[];
  refusees: { DossierId: number; motif: string }[];
}
