import { ajouterJours, dernierJour, type Jour } from "../../dates.ts";

/** A year of the agency's own book: it has the name of the civil year in which it closes. */
export interface Exercice {
  exercice: string;
  du: Jour;
  au: Jour;
}

/**
 * The year of the agency's own book that a day is of (livres/README §12.1).
 * @param fin the month that closes it, 1 to 12
 */
export function exerciceDe(jour: Jour, fin: number): string {
  const [annee = "", mois = ""] = jour.split("-");
  return Number(mois) > fin ? String(Number(annee) + 1) : annee;
}

/** The days of a year of the agency's own book. @param fin the month that closes it, 1 to 12 */
export function joursDeLExercice(exercice: string, fin: number): Exercice {
  const mois = (annee: number) => `${annee}-${String(fin).padStart(2, "0")}`;
  const annee = Number(exercice);
  return {
    exercice,
    du: ajouterJours(dernierJour(mois(annee - 1)), 1),
    au: dernierJour(mois(annee)),
  };
}

/** The month that closes the year of the agency's own book. @param finExercice « 06-30 » */
export const moisDeFin = (finExercice: string): number => Number(finExercice.slice(0, 2));
