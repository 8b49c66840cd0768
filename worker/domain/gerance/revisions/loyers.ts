import { ajouterJours, type Jour, nombreDeJours, plusTard, plusTot } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import type { Occupation } from "../../quittances/quittance.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";

/** Why a rent changes (revisions/README §15.1). */
export const MOTIFS_LOYER = {
  bail: "Loyer du bail",
  reprise: "Loyer à la reprise du dossier",
  revision: "Révision annuelle",
  avenant: "Avenant",
  travaux: "Travaux",
  provision: "Nouvelle provision pour charges",
  remise: "Remise temporaire",
  renouvellement: "Renouvellement du bail",
  correction: "Correction",
} as const;

export type MotifLoyer = keyof typeof MOTIFS_LOYER;

/** A rent by the month, in cents. */
export interface Montants {
  loyerHC: Centimes;
  loyerCharge: Centimes;
}

/** The rent of a lease from a day on: a row that is never changed, only annulled. */
export interface LoyerDate extends Montants {
  id: number;
  depuis: Jour;
  motif: MotifLoyer;
  annuleLe: Jour | null;
}

/** The rows that stand, in the order of their days. */
export const loyersVivants = <Ligne extends LoyerDate>(loyers: readonly Ligne[]): Ligne[] =>
  loyers
    .filter(({ annuleLe }) => annuleLe === null)
    .toSorted((un, autre) => ordre(un.depuis, autre.depuis));

/**
 * The row in force on a day: the last that began, and before the first one, the first (revisions/README §15.1). Null
 * without a row.
 */
export function loyerEnVigueur<Ligne extends LoyerDate>(
  loyers: readonly Ligne[],
  jour: Jour,
): Ligne | null {
  const vivants = loyersVivants(loyers);
  return vivants.findLast(({ depuis }) => depuis <= jour) ?? vivants[0] ?? null;
}

/**
 * The rent that a dossier shows: the one in force today; of a lease to begin, its first; of one that ended, its last.
 *
 * @param bail its first day, and its last day of rent; null when open
 */
export const loyerAffiche = <Ligne extends LoyerDate>(
  loyers: readonly Ligne[],
  { debut, fin }: { debut: Jour; fin: Jour | null },
  today: Jour,
): Ligne | null => loyerEnVigueur(loyers, plusTot(plusTard(today, debut), fin ?? today));

/** The days of a month under one row, and what they owe; cents. */
export interface SegmentDeLoyer {
  du: Jour;
  au: Jour;
  jours: number;
  loyerHC: Centimes;
  charge: Centimes;
}

/** The rent of the days owed of a month; cents. */
export interface LoyerDuMois extends Occupation {
  loyerHC: Centimes;
  charge: Centimes;
  total: Centimes;
  /** By row, in the order of their days: they make the rent and the charges exactly. */
  segments: SegmentDeLoyer[];
}

/**
 * The rent of a month under dated rows (revisions/README §15.2): rent and charges are each rounded once, on the whole
 * of the days owed, then shared among the rows by the largest remainders, the first at equal ones.
 *
 * @param periode the days owed, of one month
 */
export function loyerDuMois(loyers: readonly LoyerDate[], periode: Occupation): LoyerDuMois {
  const { debut, fin, joursDuMois } = periode;
  const vivants = loyersVivants(loyers);
  const regnes = vivants.flatMap((ligne, rang) => {
    const suivante = vivants[rang + 1];
    const du = rang === 0 ? debut : plusTard(ligne.depuis, debut);
    const au = suivante ? plusTot(ajouterJours(suivante.depuis, -1), fin) : fin;
    return au < du ? [] : [{ ligne, du, au, jours: nombreDeJours(du, au) }];
  });
  const partager = (de: (ligne: LoyerDate) => Centimes) => {
    const poids = regnes.map(({ ligne, jours }) => de(ligne) * jours);
    const total = Math.round(poids.reduce((somme, un) => somme + un, 0) / joursDuMois);
    return { total, parts: repartir(total, poids) };
  };
  const loyer = partager(({ loyerHC }) => loyerHC);
  const charges = partager(({ loyerCharge }) => loyerCharge);
  return {
    ...periode,
    loyerHC: loyer.total,
    charge: charges.total,
    total: loyer.total + charges.total,
    segments: regnes.map(({ du, au, jours }, rang) => ({
      du,
      au,
      jours,
      loyerHC: loyer.parts[rang] ?? 0,
      charge: charges.parts[rang] ?? 0,
    })),
  };
}
