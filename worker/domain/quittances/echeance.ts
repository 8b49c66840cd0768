import { type Jour, jourDuMois, type Mois, moisDe, plusTard, premierJour } from "../dates.ts";

/**
 * The due day of the rent of a period (quittances/README §2.3): the day `jourQuitance` (1 to 31) of the month of
 * `debut`, or the last day of a shorter month; never before `debut`.
 */
export function echeance(debut: Jour, jourQuitance: number): Jour {
  return plusTard(jourDuMois(moisDe(debut), jourQuitance), debut);
}

/** The due day of the rent of a month; in the first month, never before the lease. */
export const echeanceDuMois = (
  { dateDebutBail, jourQuitance }: { dateDebutBail: Jour; jourQuitance: number },
  mois: Mois,
): Jour => echeance(plusTard(premierJour(mois), dateDebutBail), jourQuitance);

/** The payment day of each month in words: « le 1er », « le 5 », « le dernier jour ». */
export function jourDePaiement(jourQuitance: number): string {
  if (jourQuitance === 31) return "le dernier jour";
  return `le ${jourQuitance === 1 ? "1er" : jourQuitance}`;
}
