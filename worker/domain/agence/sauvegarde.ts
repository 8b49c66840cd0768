import { type Jour, moisDe } from "../dates.ts";

/** Every copy made within this many days before today is kept. */
export const JOURS_GARDES = 35;
/** The first copy of each month is kept for this many months before this one. */
export const MOIS_GARDES = 13;

/** A copy of the database. */
export interface Sauvegarde {
  jour: Jour;
  /** Bytes, compressed. */
  taille: number;
  /** Readable only with the agency's key. */
  chiffree: boolean;
  /** Read back, and found the same as it was written. */
  verifiee: boolean;
}

/**
 * The copies to delete: all but the last 36, and the first of each of the last 14 months that have one. Copies are
 * counted, not measured from today: when the clock jumps far ahead, no more copies go than on any day. Copies dated
 * after today, left by such a clock, are neither counted nor deleted.
 * @param jours of the copies there are, in any order
 */
export function sauvegardesPerimees(jours: readonly Jour[], today: Jour): Jour[] {
  const passes = jours.filter((jour) => jour <= today).toSorted();
  const premiers = [...Map.groupBy(passes, moisDe).values()].map(([premier]) => premier);
  const gardees = new Set([
    ...passes.slice(-1 - JOURS_GARDES),
    ...premiers.slice(-1 - MOIS_GARDES),
  ]);
  return passes.filter((jour) => !gardees.has(jour));
}
