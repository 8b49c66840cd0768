import { type Jour, moisDe } from "../dates.ts";

/** The copies of this many days before today's are kept. */
export const JOURS_GARDES = 35;
/** The first copy of this many months before today's is kept. */
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
 * The copies to delete: those that are neither among the last 36 nor the first of one of the last 14 months that have
 * one. They are counted, not measured from today: a clock that jumps far ahead deletes no more than one day does.
 * Copies of days to come, which such a clock left, neither count nor go.
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
