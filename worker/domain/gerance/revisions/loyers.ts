import { type Jour, nombreDeJours, plusTard, plusTot } from "../../dates.ts";
import { enCentimes } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";

/** The days of a month for which a rent is owed. */
export interface Occupation {
  debut: Jour;
  fin: Jour;
  /** Days owed, both ends included. */
  jours: number;
  joursDuMois: number;
}

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

/** An amount by the month from a day on. */
export interface LoyerDepuis extends Montants {
  depuis: Jour;
  annuleLe: Jour | null;
}

/** The rent of a lease from a day on: a row that is never changed, only annulled. */
export interface LoyerDate extends LoyerDepuis {
  id: number;
  motif: MotifLoyer;
}

/** A row that stands, as the wire tells it; euros. */
export interface LoyerTenu {
  depuis: Jour;
  loyerHC: number;
  loyerCharge: number;
}

/** Rows that stand, as the rules take them. @param loyers euros */
export const enLignes = (loyers: readonly LoyerTenu[]): LoyerDepuis[] =>
  loyers.map(({ depuis, loyerHC, loyerCharge }) => ({
    depuis,
    loyerHC: enCentimes(loyerHC),
    loyerCharge: enCentimes(loyerCharge),
    annuleLe: null,
  }));

/** The rows that stand, in the order of their days. */
export const loyersVivants = <Ligne extends LoyerDepuis>(loyers: readonly Ligne[]): Ligne[] =>
  loyers
    .filter(({ annuleLe }) => annuleLe === null)
    .toSorted((un, autre) => ordre(un.depuis, autre.depuis));

/**
 * The row in force on a day: the last that began, and before the first one, the first (revisions/README §15.1). Null
 * without a row.
 */
export function loyerEnVigueur<Ligne extends LoyerDepuis>(
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
export const loyerAffiche = <Ligne extends LoyerDepuis>(
  loyers: readonly Ligne[],
  { debut, fin }: { debut: Jour; fin: Jour | null },
  today: Jour,
): Ligne | null => loyerEnVigueur(loyers, plusTot(plusTard(today, debut), fin ?? today));

/**
 * An amount of a month, rounded once on the whole of the days owed (revisions/README §15.2): each row adds its
 * difference with the one before, from its day on; cents.
 * @param vivants the rows that stand, in the order of their days
 */
export const totalDuMois = (
  vivants: readonly (Montants & { depuis: Jour })[],
  { debut, fin, jours, joursDuMois }: Occupation,
  montant: keyof Montants,
): Centimes =>
  Math.round(
    vivants.reduce((somme, ligne, rang) => {
      const avant = vivants[rang - 1];
      const reste = avant && ligne.depuis > debut ? nombreDeJours(ligne.depuis, fin) : jours;
      return somme + (ligne[montant] - (avant?.[montant] ?? 0)) * Math.max(0, reste);
    }, 0) / joursDuMois,
  );
