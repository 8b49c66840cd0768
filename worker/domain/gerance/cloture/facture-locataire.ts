import * as z from "zod/mini";
import { booleen, isoDate } from "../../fields.ts";

/** What a tenant bears a part of, when he enters (loi n° 89-462, art. 5, I). */
export const PRESTATIONS_DU_LOCATAIRE = {
  location: "Honoraires de visite, de constitution de dossier et de rédaction du bail",
  etatDesLieux: "Honoraires d’état des lieux d’entrée",
} as const;

export type PrestationDuLocataire = keyof typeof PRESTATIONS_DU_LOCATAIRE;

/** The invoice of a tenant's part: of what, and the day it was done; its sums are those of the lease. */
export const demandeFactureDeLocataire = z.strictObject({
  location: booleen(),
  etatDesLieux: booleen(),
  le: isoDate(),
});

export type DemandeFactureDeLocataire = z.output<typeof demandeFactureDeLocataire>;
