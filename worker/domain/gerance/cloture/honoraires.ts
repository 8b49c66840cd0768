import type { Centimes } from "../livres/repartition.ts";
import type { TauxEn } from "../mandats/mots-de-conditions.ts";

/** A fee in cents, before VAT, the VAT, and with VAT: the last is the sum of the others. */
export interface Montants {
  ht: Centimes;
  tva: Centimes;
  ttc: Centimes;
}

/** Rates are hundredths of a percent. */
const ENTIER = 10_000;

/** The nearest cent of `valeur × num / den`, half a cent away from zero; never -0. */
const auPlusPres = (valeur: Centimes, num: number, den: number): Centimes =>
  Math.sign(valeur) * Math.floor((2 * Math.abs(valeur) * num + den) / (2 * den)) + 0;

/**
 * The parts of a sum with VAT.
 *
 * @param tva hundredths of a percent
 */
export function depuisTTC(ttc: Centimes, tva: number): Montants {
  const ht = auPlusPres(ttc, ENTIER, ENTIER + tva);
  return { ht, tva: ttc - ht, ttc };
}

/**
 * The parts of a sum before VAT.
 *
 * @param tva hundredths of a percent
 */
export function depuisHT(ht: Centimes, tva: number): Montants {
  const taxe = auPlusPres(ht, tva, ENTIER);
  return { ht, tva: taxe, ttc: ht + taxe };
}

/**
 * The fee of an account, worked out once on the sum of its base (cloture/README §12.17).
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
