// The form of a dossier loads this file alone, without the warnings about fees.

import { horsTaxe, montantTva } from "../montants.ts";

/**
 * The letting fees of a dossier before VAT, and their VAT, in euros: HT = TTC / (1 + rate / 100) rounded to the cent,
 * VAT = TTC − HT (domain/README §7.6). Both are null when the fees are unknown.
 */
export function fraisDossier(dossier: {
  fraisDossierTTC?: number | null;
  fraisDossierTauxTVA: number;
}): { fraisDossierHT: number | null; fraisDossierTVA: number | null } {
  const ttc = dossier.fraisDossierTTC;
  if (ttc === null || ttc === undefined) return { fraisDossierHT: null, fraisDossierTVA: null };
  return {
    fraisDossierHT: horsTaxe(ttc, dossier.fraisDossierTauxTVA),
    fraisDossierTVA: montantTva(ttc, dossier.fraisDossierTauxTVA),
  };
}
