import { ajouterJours, type Jour, plusTard, plusTot } from "../../dates.ts";
import { anneeCivileDe, type Exercice, exerciceDu, lendemainDe } from "./exercice.ts";

/** Exercices of a building that began on another day, until one of them ended on `jusquau`. */
export interface ExercicesAvant {
  /** Their first day, `MM-DD`. */
  debut: string;
  jusquau: Jour;
}

/** The exercices of a building over time: `avant` is null or empty while their first day never moved. */
export interface Calendrier {
  /** The first day of the present exercices, `MM-DD`. */
  exerciceDebut: string;
  /** The oldest first. */
  exercicesAvant: readonly ExercicesAvant[] | null;
}

export const CALENDRIER_CIVIL: Calendrier = { exerciceDebut: "01-01", exercicesAvant: null };

/** The exercices that began on one same day of the year: the first and the last days that they may have, and it. */
function coursDu(jour: Jour, { exerciceDebut, exercicesAvant }: Calendrier) {
  const avant = exercicesAvant ?? [];
  const rang = avant.findIndex(({ jusquau }) => jour <= jusquau);
  const precedents = (rang < 0 ? avant.at(-1) : avant[rang - 1])?.jusquau;
  return {
    debut: avant[rang]?.debut ?? exerciceDebut,
    depuis: precedents === undefined ? null : ajouterJours(precedents, 1),
    jusquau: avant[rang]?.jusquau ?? null,
  };
}

/**
 * The exercice of a building that holds a day. When its last day moved, the exercice in between is shorter: no day is
 * of two exercices, none is of no exercice (charges/README §16.1).
 */
export function exerciceAuJour(jour: Jour, calendrier: Calendrier): Exercice {
  const { debut, depuis, jusquau } = coursDu(jour, calendrier);
  const { du, au } = exerciceDu(jour, debut);
  return { du: plusTard(du, depuis ?? du), au: plusTot(au, jusquau ?? au) };
}

/** An exercice with its name on the wire. */
export interface ExerciceNomme extends Exercice {
  /** The year of its last day; for the next ones that end in the same year, this year and its month: `202612`. */
  annee: number;
}

/** The exercices of a building that end in a civil year, in order: one, more when their first day moved. */
export function exercicesFinisEn(annee: number, calendrier: Calendrier): ExerciceNomme[] {
  const exercices: ExerciceNomme[] = [];
  let exercice = exerciceAuJour(`${annee}-01-01`, calendrier);
  while (exercice.au <= `${annee}-12-31`) {
    const nom = exercices.length === 0 ? annee : annee * 100 + Number(exercice.au.slice(5, 7));
    exercices.push({ ...exercice, annee: nom });
    exercice = exerciceAuJour(lendemainDe(exercice), calendrier);
  }
  return exercices;
}

/** The exercice of a building that a name designates, from 2000 to 2199; null when it has none. */
export function exerciceNomme(annee: number, calendrier: Calendrier): ExerciceNomme | null {
  const civile = anneeCivileDe(annee);
  if (civile < 2000 || civile > 2199) return null;
  return exercicesFinisEn(civile, calendrier).find((exercice) => exercice.annee === annee) ?? null;
}

/** The refusal of any other first day for every exercice of a building, once one of them moved or was settled. */
export const REFUS_DE_DEBUT =
  "Un exercice de cet immeuble a déjà ses décomptes, ou une autre fin : changez la fin du prochain, dans « Année », « Charges ».";

/** The refusal of a first day, when the statements of the dwellings let the building take another one. */
export const REFUS_DE_CE_DEBUT =
  "Les décomptes déjà envoyés finissent la veille d’un autre jour : l’exercice ne peut commencer que ce jour-là.";

/** Whether a building keeps the first day of its exercices: it may take no other. */
export const debutFixe = ({ exerciceDebut }: Calendrier, possibles: readonly string[]): boolean =>
  possibles.every((debut) => debut === exerciceDebut);

/**
 * The exercices of a building once one of them ends on another day: the next ones begin on the day after. Its whole
 * twelve months put back what was before.
 * @returns a French refusal for a day that ends no month of this exercice, or when a later exercice moved already
 */
export function finirLExercice(
  calendrier: Calendrier,
  { du, au: present }: Exercice,
  au: Jour,
): Calendrier | string {
  const { debut } = coursDu(present, calendrier);
  const avant = calendrier.exercicesAvant ?? [];
  if (avant.some(({ jusquau }) => jusquau > present))
    return "Un exercice plus tardif a déjà changé de fin : rendez-lui d’abord la sienne.";
  const anciens = avant.filter(({ jusquau }) => jusquau < du);
  const suivant = lendemainDe({ du, au }).slice(5);
  const exercicesAvant = suivant === debut ? anciens : [...anciens, { debut, jusquau: au }];
  return {
    exerciceDebut: suivant,
    exercicesAvant: exercicesAvant.length === 0 ? null : exercicesAvant,
  };
}
