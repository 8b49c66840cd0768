import { SANS_TVA } from "#domain/gerance/cloture/facture-cii.ts";
import { formatEuros, horsTaxe, montantTva, somme } from "#domain/montants.ts";
import { formatTaux } from "../mandats/mandat.ts";

/**
 * The sentence on the VAT included in rents with their charges: « Dont TVA 20 % : 16,67 € (hors taxe : 83,33 €) ».
 * @param totaux the total of each receipt, in euros: the VAT of several is the sum of theirs, to the cent
 * @param taux percent; 0: no VAT, by art. 293 B
 */
export function tvaComprise(totaux: readonly number[], taux: number): string {
  if (taux === 0) return SANS_TVA;
  const tva = somme(...totaux.map((ttc) => montantTva(ttc, taux)));
  const ht = somme(...totaux.map((ttc) => horsTaxe(ttc, taux)));
  return `Dont TVA ${formatTaux(taux)}\u00A0: ${formatEuros(tva)} (hors taxe\u00A0: ${formatEuros(ht)})`;
}
