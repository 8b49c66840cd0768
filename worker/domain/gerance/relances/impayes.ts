import { type Jour, type Mois, nombreDeJours } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";

/** The age bands of a debt, in days of delay, the youngest first. */
export const AGES = {
  a30: { libelle: "30 jours au plus", de: 0, a: 30 },
  a60: { libelle: "31 à 60 jours", de: 31, a: 60 },
  a90: { libelle: "61 à 90 jours", de: 61, a: 90 },
  plus: { libelle: "Plus de 90 jours", de: 91, a: null },
} as const;

export type Age = keyof typeof AGES;

/** A sum for each age band, in any unit. */
export type ParAge = Record<Age, number>;

/** The number of days of delay: zero until `depuis` included, one on the next day. */
export const joursDe = (depuis: Jour, today: Jour): number =>
  Math.max(0, nombreDeJours(depuis, today) - 1);

/** The age band of a debt whose delay runs from `depuis`. */
export function ageDe(depuis: Jour, today: Jour): Age {
  const jours = joursDe(depuis, today);
  if (jours <= AGES.a30.a) return "a30";
  if (jours <= AGES.a60.a) return "a60";
  return jours <= AGES.a90.a ? "a90" : "plus";
}

/** A due sum that is not fully paid; cents. */
export interface EcheanceImpayee {
  mois: Mois;
  exigibleLe: Jour;
  /**
   * The day from which the delay runs: the due day, or the day the receipt was made when later (quittances/README
   * §7.3).
   */
  depuis: Jour;
  nature: NatureEcheance;
  montant: Centimes;
  reste: Centimes;
  /** The owner receives the rent and has not said whether it was paid: the sum cannot be claimed yet. */
  incertaine: boolean;
}

export const dues = (echeances: readonly EcheanceImpayee[]): Centimes =>
  echeances.reduce((somme, { reste }) => somme + reste, 0);

/** The earliest `depuis` of some sums; null without any sum. */
export const enRetardDepuis = (echeances: readonly EcheanceImpayee[]): Jour | null =>
  echeances.map(({ depuis }) => depuis).toSorted()[0] ?? null;

/** The sums owed by age band, in cents; uncertain sums are left out. */
export function parAge(echeances: readonly EcheanceImpayee[], today: Jour): ParAge {
  const sommes: ParAge = { a30: 0, a60: 0, a90: 0, plus: 0 };
  for (const { depuis, incertaine, reste } of echeances) {
    if (!incertaine) sommes[ageDe(depuis, today)] += reste;
  }
  return sommes;
}

export const MOTIFS_PAUSE = {
  plan: "Plan d’apurement",
  litige: "Litige",
  deces: "Décès",
  fsl: "Demande d’aide au FSL",
  aide_conservee: "Aide au logement conservée (logement non décent)",
  surendettement: "Surendettement ou procédure collective",
} as const;

export type MotifPause = keyof typeof MOTIFS_PAUSE;
