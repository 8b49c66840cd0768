import { SANS_TVA } from "#domain/gerance/cloture/facture-cii.ts";
import { formatEuros, horsTaxe, montantTva } from "#domain/montants.ts";
import { formatTaux } from "../mandats/mandat.ts";

/**
 * The sentence on the VAT included in a rent with its charges: « Dont TVA 20 % : 16,67 € (hors taxe : 83,33 €) ».
 * @param ttc euros
 * @param taux percent; 0: no VAT, by art. 293 B
 */
export const tvaComprise = (ttc: number, taux: number): string =>
  taux === 0
    ? SANS_TVA
    : `Dont TVA ${formatTaux(taux)}\u00A0: ${formatEuros(montantTva(ttc, taux))} (hors taxe\u00A0: ${formatEuros(horsTaxe(ttc, taux))})`;
