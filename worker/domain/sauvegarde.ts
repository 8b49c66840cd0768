import { ajouterJours, ajouterMois, type Jour, moisDe } from "./dates.ts";

/** Every day's copy is kept this long. */
export const JOURS_GARDES = 35;
/** The first copy of each month is kept this long. */
export const MOIS_GARDES = 13;

/** A copy of the database. */
export interface Sauvegarde {
  jour: Jour;
  /** Bytes, compressed. */
  taille: number;
}

/**
 * The copies to delete: those that are neither of the last 35 days nor the first of one of the last 13 months.
 * @param jours of the copies there are, in any order
 */
export function sauvegardesPerimees(jours: readonly Jour[], today: Jour): Jour[] {
  const recent = ajouterJours(today, -JOURS_GARDES);
  const ancien = ajouterMois(moisDe(today), -MOIS_GARDES);
  const parMois = Map.groupBy(jours.toSorted(), moisDe);
  const premiers = new Set([...parMois.values()].map(([premier]) => premier));
  return jours.filter((jour) => jour < recent && !(premiers.has(jour) && moisDe(jour) >= ancien));
}
