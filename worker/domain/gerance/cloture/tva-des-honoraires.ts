import type { Jour, Mois } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";

/**
 * When the VAT of fees is due (Code général des impôts, art. 269, 2, c, and 293 B): once they are received, once they are
 * invoiced where the agency chose so, or never.
 */
export const REGIMES_TVA = {
  encaissements: "Encaissements",
  debits: "Débits",
  franchise: "Franchise en base (art. 293 B)",
} as const;

export type RegimeTva = keyof typeof REGIMES_TVA;

/** The settings of the agency that say it. */
interface ReglagesDeTva {
  franchiseTva: boolean;
  optionDebits: boolean;
  /** The first day of the option; empty: it holds for every day. */
  optionDebitsDepuis: string | null;
}

/** The regime of what is invoiced on a day. */
export function regimeTva(
  { franchiseTva, optionDebits, optionDebitsDepuis }: ReglagesDeTva,
  jour: Jour,
): RegimeTva {
  if (franchiseTva) return "franchise";
  return optionDebits && (optionDebitsDepuis ?? "") <= jour ? "debits" : "encaissements";
}

/** VAT at a rate, in hundredths of a percent; cents, below zero where it is given back. */
export interface TvaAuTaux {
  tauxTva: number;
  tva: Centimes;
}

/**
 * The VAT that becomes due as fees are received or taken: of what waits, in proportion to what they settle; all of it once
 * nothing is due any more (cloture/README §12.17).
 *
 * @param enAttente what waits for a mandate, with that of the day's invoices
 * @param regle what is received or taken of `du`, all that the mandate owes for fees; cents, of the same sign
 */
export function tvaExigible(
  enAttente: readonly TvaAuTaux[],
  { regle, du }: { regle: Centimes; du: Centimes },
): TvaAuTaux[] {
  const part = du === 0 ? 0 : Math.min(1, Math.max(0, regle / du));
  return enAttente
    .map(({ tauxTva, tva }) => ({
      tauxTva,
      tva: regle === du ? tva : Math.sign(tva) * Math.round(Math.abs(tva) * part) + 0,
    }))
    .filter(({ tva }) => tva !== 0);
}

/** VAT of the same rate added together, the rates in order. */
export const reunirTva = (sommes: readonly TvaAuTaux[]): TvaAuTaux[] =>
  [...Map.groupBy(sommes, ({ tauxTva }) => tauxTva)]
    .map(([tauxTva, sommesDuTaux]) => ({
      tauxTva,
      tva: sommesDuTaux.reduce((total, { tva }) => total + tva, 0),
    }))
    .toSorted((somme, autre) => somme.tauxTva - autre.tauxTva);

/** A line of the statement of VAT: what a month made due at a rate, under a regime; euros. */
export interface LigneDeTva {
  mois: Mois;
  regime: RegimeTva;
  /** Hundredths of a percent. */
  tauxTva: number;
  /** Invoiced in the month, credit notes taken off. */
  factureHT: Euros;
  factureTva: Euros;
  /** Due for the month. */
  baseHT: Euros;
  tva: Euros;
}

/** `GET /Export/tva`: the VAT of the fees of a period, and what waits to be received on its last evening; euros. */
export interface EtatDeTva {
  du: Jour;
  au: Jour;
  lignes: LigneDeTva[];
  /** VAT due for the period: the movement of 44571. */
  exigible: Euros;
  /** VAT invoiced and not received (44587). */
  enAttente: Euros;
}
