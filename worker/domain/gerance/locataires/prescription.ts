import { ajouterAnnees, ajouterJours, type Jour } from "../../dates.ts";

/** A claim under a lease can no longer be brought to court after three years (art. 7-1 of loi n° 89-462). */
const ANNEES_DE_PRESCRIPTION = 3;

/** The last day to bring to court a claim due on `exigibleLe` (art. 7-1 of loi n° 89-462). */
export const dernierJourExigible = (exigibleLe: Jour): Jour =>
  ajouterAnnees(exigibleLe, ANNEES_DE_PRESCRIPTION);

/** The earliest due day whose claim may still be brought to court today (art. 7-1 of loi n° 89-462). */
export function premierJourExigible(today: Jour): Jour {
  const jour = ajouterAnnees(today, -ANNEES_DE_PRESCRIPTION);
  // On 29/02/2028, three years back is 28/02/2025. A claim due that day could go to court until 28/02/2028: the
  // answer is 01/03/2025.
  return dernierJourExigible(jour) < today ? ajouterJours(jour, 1) : jour;
}

/** Whether a claim due on `exigibleLe` can no longer be brought to court today. */
export const prescrite = (exigibleLe: Jour, today: Jour): boolean =>
  dernierJourExigible(exigibleLe) < today;
