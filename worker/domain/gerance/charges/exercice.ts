import {
  ajouterAnnees,
  ajouterJours,
  dernierJour,
  formatJour,
  formatPeriode,
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

const PREMIER_NOM_A_MOIS = 10_000;

/** The civil year in the name of an exercice. */
export const anneeCivileDe = (annee: number): number =>
  annee < PREMIER_NOM_A_MOIS ? annee : Math.floor(annee / 100);

/** The name of an exercice as it is printed: « 2026 », « 12/2026 ». */
export const nomDExercice = (annee: number): string =>
  annee < PREMIER_NOM_A_MOIS
    ? String(annee)
    : `${String(annee % 100).padStart(2, "0")}/${anneeCivileDe(annee)}`;

/** The year that names an exercice: the year of its last day (charges/README §16.1). */
export const anneeDeLExercice = ({ au }: Exercice): number => Number(au.slice(0, 4));

/** The number of days of an exercice: 365 or 366 for a whole year. */
export const joursDeLExercice = ({ du, au }: Exercice): number => nombreDeJours(du, au);

/** Whether an exercice is a civil year. */
export const estCivil = ({ du, au }: Exercice): boolean =>
  du.endsWith("-01-01") && au === `${du.slice(0, 4)}-12-31`;

/**
 * An exercice in words: « 2025 » for a civil year, « l’exercice 2026 » for any other twelve months, else its
 * first and last days.
 */
export function exerciceEnMots(exercice: Exercice): string {
  if (estCivil(exercice)) return String(anneeDeLExercice(exercice));
  const entier = exercice.au === terme(exercice.du, 12);
  return `l’exercice ${entier ? anneeDeLExercice(exercice) : formatPeriode(exercice.du, exercice.au)}`;
}

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
