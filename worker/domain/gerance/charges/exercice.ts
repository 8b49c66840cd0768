import {
  ajouterAnnees,
  ajouterJours,
  dernierJour,
  formatJour,
  type Jour,
  jourDuMois,
  moisDe,
  nombreDeJours,
  premierJour,
  terme,
} from "../../dates.ts";

/**
 * The accounting year of a building, both days included: the civil year, or the year of its syndic (the building's
 * manager).
 */
export interface Exercice {
  du: Jour;
  au: Jour;
}

export const exerciceCivil = (annee: number): Exercice => ({
  du: `${annee}-01-01`,
  au: `${annee}-12-31`,
});

/**
 * The exercice that holds a day.
 * @param debut the first day of every exercice, `MM-DD`
 */
export function exerciceDu(jour: Jour, debut: string): Exercice {
  const cetteAnnee = jourDuMois(`${jour.slice(0, 4)}-${debut.slice(0, 2)}`, Number(debut.slice(3)));
  const du = cetteAnnee <= jour ? cetteAnnee : ajouterAnnees(cetteAnnee, -1);
  return { du, au: terme(du, 12) };
}

/**
 * The exercice that a year names (charges/README §16.1).
 * @param debut the first day of every exercice, `MM-DD`; absent: the civil year
 */
export const exerciceDeLAnnee = (annee: number, debut = "01-01"): Exercice =>
  exerciceDu(`${annee}-01-01`, debut);

/** The year that names an exercice: the year of its last day (charges/README §16.1). */
export const anneeDeLExercice = ({ au }: Exercice): number => Number(au.slice(0, 4));

/** The number of days of an exercice: 365 or 366 for a whole year. */
export const joursDeLExercice = ({ du, au }: Exercice): number => nombreDeJours(du, au);

/** Whether an exercice is a civil year. */
export const estCivil = ({ du, au }: Exercice): boolean =>
  du.endsWith("-01-01") && au === `${du.slice(0, 4)}-12-31`;

/** The name of an exercice: « 2025 » for a civil year, else « l’exercice 2026 ». */
export const exerciceEnMots = (exercice: Exercice): string =>
  `${estCivil(exercice) ? "" : "l’exercice "}${anneeDeLExercice(exercice)}`;

/**
 * The French reason why two days make no exercice; null when they do. An exercice has whole months and lasts a year
 * at most, so that no month belongs to two exercices (charges/README §16.1).
 */
export function refusDExercice({ du, au }: Exercice): string | null {
  if (du !== premierJour(moisDe(du)) || au !== dernierJour(moisDe(au)) || au < du) {
    return "Un exercice commence le premier jour d’un mois et finit le dernier jour d’un mois.";
  }
  return au > terme(du, 12)
    ? `Un exercice dure un an au plus : jusqu’au ${formatJour(terme(du, 12))}.`
    : null;
}

/** The day after the last day of an exercice. */
export const lendemainDe = ({ au }: Exercice): Jour => ajouterJours(au, 1);
