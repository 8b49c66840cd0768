import { type Jour, moisDe } from "../dates.ts";

/** How many daily copies of the database are kept besides the latest. */
export const JOURS_GARDES = 35;
/** For how many months besides the latest the first copy of the month is kept. */
export const MOIS_GARDES = 13;

/** A copy of the database, one a day. */
export interface Sauvegarde {
  jour: Jour;
  /** The size in bytes, compressed. */
  taille: number;
  /** Only the agency's key can read the copy. */
  chiffree: boolean;
  /** The copy was read back and found right. */
  verifiee: boolean;
}

/**
 * The days of the copies to delete: every copy except the last 36 and the first copy of each of the last 14 months
 * with a copy. These limits are numbers of copies, not ages, so that a wrong clock deletes no more than usual; copies
 * dated after today are left alone.
 *
 * @param jours the days of the copies, in any order
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
