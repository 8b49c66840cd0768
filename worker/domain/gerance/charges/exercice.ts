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

/** The year of the accounts of a building, both days included: the civil one, or that of its syndic. */
export interface Exercice {
  du: Jour;
  au: Jour;
}

export const exerciceCivil = (annee: number): Exercice => ({
  du: `${annee}-01-01`,
  au: `${annee}-12-31`,
});

/** The exercice that holds a day. @param debut its first day in each year, `MM-DD` */
export function exerciceDu(jour: Jour, debut: string): Exercice {
  const cetteAnnee = jourDuMois(`${jour.slice(0, 4)}-${debut.slice(0, 2)}`, Number(debut.slice(3)));
  const du = cetteAnnee <= jour ? cetteAnnee : ajouterAnnees(cetteAnnee, -1);
  return { du, au: terme(du, 12) };
}

/** The exercice that has the name of a year (charges/README §16.1). @param debut `MM-DD`; absent: the civil year */
export const exerciceDeLAnnee = (annee: number, debut = "01-01"): Exercice =>
  exerciceDu(`${annee}-01-01`, debut);

/** The year by which an exercice is named: that of its last day (charges/README §16.1). */
export const anneeDeLExercice = ({ au }: Exercice): number => Number(au.slice(0, 4));

/** 365 or 366 for a whole year. */
export const joursDeLExercice = ({ du, au }: Exercice): number => nombreDeJours(du, au);

/** Whether it is the civil year. */
export const estCivil = ({ du, au }: Exercice): boolean =>
  du.endsWith("-01-01") && au === `${du.slice(0, 4)}-12-31`;

/** « 2025 », « l’exercice 2026 » for another year than the civil one. */
export const exerciceEnMots = (exercice: Exercice): string =>
  `${estCivil(exercice) ? "" : "l’exercice "}${anneeDeLExercice(exercice)}`;

/**
 * The reason why these days make no exercice, in a sentence: whole months, a year at most, so that the provisions of no
 * month straddle two of them (charges/README §16.1). Null when they do.
 */
export function refusDExercice({ du, au }: Exercice): string | null {
  if (du !== premierJour(moisDe(du)) || au !== dernierJour(moisDe(au)) || au < du) {
    return "Un exercice commence le premier jour d’un mois et finit le dernier jour d’un mois.";
  }
  return au > terme(du, 12)
    ? `Un exercice dure un an au plus : jusqu’au ${formatJour(terme(du, 12))}.`
    : null;
}

/** The day after an exercice. */
export const lendemainDe = ({ au }: Exercice): Jour => ajouterJours(au, 1);
