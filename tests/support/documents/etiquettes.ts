import type { DonneesEtiquette } from "#worker/documents/quittances/etiquettes-adresse.ts";
import { AGENCE, donneesQuittance } from "./documents.ts";

const { locataires, logement } = donneesQuittance();

/** One label, first on its sheet, for a tenant at home. */
export function donneesEtiquette(changements: Partial<DonneesEtiquette> = {}): DonneesEtiquette {
  return {
    destinataires: locataires,
    complements: ["4e étage"],
    adresse: logement,
    position: 1,
    copies: 1,
    emission: "2026-03-02",
    agence: AGENCE,
    ...changements,
  };
}
