import type { Centimes } from "../livres/repartition.ts";
import type { TauxEn } from "../mandats/mots-de-conditions.ts";

/** A sum before VAT, its VAT, and their total; cents. */
export interface Montants {
  ht: Centimes;
  tva: Centimes;
  ttc: Centimes;
}

/** The number of hundredths of a percent in the whole. */
const ENTIER = 10_000;

/** `valeur × num / den` to the nearest cent, half a cent away from zero; never -0. */
const auPlusPres = (valeur: Centimes, num: number, den: number): Centimes =>
  Math.sign(valeur) * Math.floor((2 * Math.abs(valeur) * num + den) / (2 * den)) + 0;

/** Splits a sum with VAT into the sum before VAT and the VAT. @param ttc cents; `tva`: hundredths of a percent */
export function depuisTTC(ttc: Centimes, tva: number): Montants {
  const ht = auPlusPres(ttc, ENTIER, ENTIER + tva);
  return { ht, tva: ttc - ht, ttc };
}

/** Adds VAT to a sum before VAT. @param ht cents; `tva`: hundredths of a percent */
export function depuisHT(ht: Centimes, tva: number): Montants {
  const taxe = auPlusPres(ht, tva, ENTIER);
  return { ht, tva: taxe, ttc: ht + taxe };
}

/**
 * The fee on the total base of a statement (cloture/README §12.17), in cents.
 *
 * @param base cents; below zero, the fee is given back
 * @param taux, tva hundredths of a percent; `en`: whether `taux` is before VAT or with it
 */
export const honoraires = ({
  base,
  taux,
  en,
  tva,
}: {
  base: Centimes;
  taux: number;
  en: TauxEn;
  tva: number;
}): Montants =>
  en === "ttc"
    ? depuisTTC(auPlusPres(base, taux, ENTIER), tva)
    : depuisHT(auPlusPres(base, taux, ENTIER), tva);
