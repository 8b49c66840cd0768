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

/** VAT of the same rate added together, the rates in order. */
export const reunirTva = (sommes: readonly TvaAuTaux[]): TvaAuTaux[] =>
  [...Map.groupBy(sommes, ({ tauxTva }) => tauxTva)]
    .map(([tauxTva, sommesDuTaux]) => ({
      tauxTva,
      tva: sommesDuTaux.reduce((total, { tva }) => total + tva, 0),
    }))
    .toSorted((somme, autre) => somme.tauxTva - autre.tauxTva);

/** An invoice of fees that is not settled; a credit note, below zero. Cents. */
export interface FactureOuverte {
  /** Its fees are taken from the funds of the mandate. */
  prelevee: boolean;
  ttc: Centimes;
  /** What is left of it. */
  reste: Centimes;
  /** The VAT that waited once it was made. */
  tva: readonly TvaAuTaux[];
}

/**
 * What an account leaves of the invoices of its mandate (cloture/README §12.17): the last ones, as the oldest are settled
 * first, and credit notes settle invoices before they are paid back.
 *
 * @param ouvertes in the order of their making, with those of the account
 * @param honorairesDus what is still to be taken from the funds; cents
 */
export function laisseesOuvertes(
  ouvertes: readonly FactureOuverte[],
  honorairesDus: Centimes,
): FactureOuverte[] {
  const prelevees = ouvertes.filter(({ prelevee }) => prelevee);
  const autres = ouvertes.filter(({ prelevee }) => !prelevee);
  return [
    ...dernieres(prelevees, honorairesDus),
    ...dernieres(
      autres,
      autres.reduce((total, { reste }) => total + reste, 0),
    ),
  ];
}

/** What is left of these invoices when this much is due for them all; below zero, of credit notes. */
function dernieres(factures: readonly FactureOuverte[], du: Centimes): FactureOuverte[] {
  let aLaisser = du;
  return factures.toReversed().map((facture) => {
    const memeSens = Math.sign(facture.reste) === Math.sign(aLaisser);
    const reste = memeSens
      ? Math.sign(aLaisser) * Math.min(Math.abs(facture.reste), Math.abs(aLaisser))
      : 0;
    aLaisser -= reste;
    return { ...facture, reste };
  });
}

/**
 * The VAT that becomes due as fees are received or taken (cloture/README §12.17): of what waits, all but what the invoices
 * left open keep waiting, each its own, in proportion to what is left of it. Cents, below zero where it is given back.
 *
 * @param enAttente what waits for a mandate, with that of the day's invoices
 * @param laissees the invoices left open, once the sum is received or taken
 */
export const tvaExigible = (
  enAttente: readonly TvaAuTaux[],
  laissees: readonly FactureOuverte[],
): TvaAuTaux[] =>
  reunirTva([
    ...enAttente,
    ...laissees.flatMap(({ ttc, reste, tva: siennes }) =>
      siennes.map(({ tauxTva, tva }) => ({
        tauxTva,
        tva: 0 - Math.sign(tva) * Math.round((Math.abs(tva) * reste) / ttc),
      })),
    ),
  ]).filter(({ tva }) => tva !== 0);

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
