import { ajouterJours, dernierJour, type Jour } from "../../dates.ts";

/** An accounting year of the agency's own book, named by the civil year in which it closes. */
export interface Exercice {
  exercice: string;
  du: Jour;
  au: Jour;
}

/**
 * The accounting year of the agency's own book that includes a day (livres/README §12.1).
 *
 * @param fin the month that closes the year, 1 to 12
 * @returns the civil year of the close, « 2026 »
 */
export function exerciceDe(jour: Jour, fin: number): string {
  const [annee = "", mois = ""] = jour.split("-");
  return Number(mois) > fin ? String(Number(annee) + 1) : annee;
}

/**
 * The first and last days of an accounting year of the agency's own book.
 * @param fin the month that closes the year, 1 to 12
 */
export function joursDeLExercice(exercice: string, fin: number): Exercice {
  const mois = (annee: number) => `${annee}-${String(fin).padStart(2, "0")}`;
  const annee = Number(exercice);
  return {
    exercice,
    du: ajouterJours(dernierJour(mois(annee - 1)), 1),
    au: dernierJour(mois(annee)),
  };
}

/** The month, 1 to 12, that closes the agency's accounting year. @param finExercice the last day, « 06-30 » */
export const moisDeFin = (finExercice: string): number => Number(finExercice.slice(0, 2));
