import { ajouterJours, type Jour, plusTard, plusTot } from "../../dates.ts";
import { anneeCivileDe, type Exercice, exerciceDu, lendemainDe } from "./exercice.ts";

/** Past exercices of a building, which began on another day of the year; the last of them ended on `jusquau`. */
export interface ExercicesAvant {
  /** The first day of these exercices, `MM-DD`. */
  debut: string;
  jusquau: Jour;
}

/** The exercices (accounting years) of a building over time. */
export interface Calendrier {
  /** The first day of the present exercices, `MM-DD`. */
  exerciceDebut: string;
  /** The past exercices with other first days, the oldest first; null or empty when the first day never moved. */
  exercicesAvant: readonly ExercicesAvant[] | null;
}

export const CALENDRIER_CIVIL: Calendrier = { exerciceDebut: "01-01", exercicesAvant: null };

/**
 * The first day of the year, `MM-DD`, of the exercices in use on a day (`debut`). `depuis` and `jusquau`: the first
 * and last days of that use, null without a limit.
 */
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
 * The exercice of a building that contains a day. An exercice is shorter when its last day moved, so that each day
 * belongs to exactly one exercice (charges/README §16.1).
 */
export function exerciceAuJour(jour: Jour, calendrier: Calendrier): Exercice {
  const { debut, depuis, jusquau } = coursDu(jour, calendrier);
  const { du, au } = exerciceDu(jour, debut);
  return { du: plusTard(du, depuis ?? du), au: plusTot(au, jusquau ?? au) };
}

/** An exercice with its name on the wire. */
export interface ExerciceNomme extends Exercice {
  /** The year of its last day; for a second exercice that ends in the same year, the year and the month: `202612`. */
  annee: number;
}

/** The exercices of a building that end in a civil year, in order: one, or more when their first day moved. */
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

/** The exercice of a building with this name; null without one, or outside the years 2000 to 2199. */
export function exerciceNomme(annee: number, calendrier: Calendrier): ExerciceNomme | null {
  const civile = anneeCivileDe(annee);
  if (civile < 2000 || civile > 2199) return null;
  return exercicesFinisEn(civile, calendrier).find((exercice) => exercice.annee === annee) ?? null;
}

/** The refusal of any new first day for all the exercices of a building, once an exercice moved or has statements. */
export const REFUS_DE_DEBUT =
  "Un exercice de cet immeuble a déjà ses décomptes, ou une autre fin : changez la fin du prochain, dans « Année », « Charges ».";

/** The refusal of a first day other than the day after the last day of the statements sent. */
export const REFUS_DE_CE_DEBUT =
  "Les décomptes déjà envoyés finissent la veille d’un autre jour : l’exercice ne peut commencer que ce jour-là.";

/**
 * Whether the exercices of a building can have no other first day.
 * @param exerciceDebuts the first days allowed, `MM-DD`
 */
export const debutFixe = ({
  exerciceDebut,
  exerciceDebuts,
}: Pick<Calendrier, "exerciceDebut"> & { exerciceDebuts: readonly string[] }): boolean =>
  exerciceDebuts.every((debut) => debut === exerciceDebut);

/**
 * The exercices of a building once one of them ends on another day: the next exercices begin on the day after. Ending
 * that exercice after twelve months again restores the former calendar.
 * @returns a French refusal when the last day of a later exercice moved already
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
