import * as z from "zod/mini";
import { booleen, isoDate } from "../../fields.ts";

/** The services of which an entering tenant pays a part (loi n° 89-462, art. 5, I). */
export const PRESTATIONS_DU_LOCATAIRE = {
  location: "Honoraires de visite, de constitution de dossier et de rédaction du bail",
  etatDesLieux: "Honoraires d’état des lieux d’entrée",
} as const;

export type PrestationDuLocataire = keyof typeof PRESTATIONS_DU_LOCATAIRE;

/**
 * The body that invoices a tenant's part of the fees of a letting: the services, and the day on which they were done.
 * The lease gives the sums.
 */
export const demandeFactureDeLocataire = z.strictObject({
  location: booleen(),
  etatDesLieux: booleen(),
  le: isoDate(),
});

export type DemandeFactureDeLocataire = z.output<typeof demandeFactureDeLocataire>;
