import { type Jour, nombreDeJours, plusTard, plusTot } from "../../dates.ts";
import { enCentimes } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";

/** The days of a month for which a rent is owed. */
export interface Occupation {
  debut: Jour;
  fin: Jour;
  /** The number of days owed, first and last day included. */
  jours: number;
  joursDuMois: number;
}

/** The reasons for which a rent changes (revisions/README §15.1). */
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

/** A monthly rent and its charges, in cents. */
export interface Montants {
  loyerHC: Centimes;
  loyerCharge: Centimes;
}

/** A monthly rent from a day on, in cents. */
export interface LoyerDepuis extends Montants {
  depuis: Jour;
  annuleLe: Jour | null;
}

/** The rent of a lease from a day on, in cents: a row is never changed, only cancelled. */
export interface LoyerDate extends LoyerDepuis {
  id: number;
  motif: MotifLoyer;
  /** The number of the agreed change that wrote the row; null or absent: none did. */
  rang?: number | null;
}

/** A row of rent that is not cancelled, as the API gives it; euros. */
export interface LoyerTenu {
  depuis: Jour;
  loyerHC: number;
  loyerCharge: number;
}

/** Converts rows from the API into the rows that the rules take. @param loyers euros */
export const enLignes = (loyers: readonly LoyerTenu[]): LoyerDepuis[] =>
  loyers.map(({ depuis, loyerHC, loyerCharge }) => ({
    depuis,
    loyerHC: enCentimes(loyerHC),
    loyerCharge: enCentimes(loyerCharge),
    annuleLe: null,
  }));

/**
 * The rows that are not cancelled, in date order. Rows of the same day keep the order of the list: a revision follows
 * the provision that begins with it.
 */
export const loyersVivants = <Ligne extends LoyerDepuis>(loyers: readonly Ligne[]): Ligne[] =>
  loyers
    .filter(({ annuleLe }) => annuleLe === null)
    .toSorted((loyer, autre) => ordre(loyer.depuis, autre.depuis));

/**
 * The row of rent in force on a day: the last row that began by then, or the first row for an earlier day
 * (revisions/README §15.1). Null without rows.
 */
export function loyerEnVigueur<Ligne extends LoyerDepuis>(
  loyers: readonly Ligne[],
  jour: Jour,
): Ligne | null {
  const vivants = loyersVivants(loyers);
  return vivants.findLast(({ depuis }) => depuis <= jour) ?? vivants[0] ?? null;
}

/**
 * Whether a new provision for charges begins on a day: by a row of its own, or with another change such as a step of
 * a renewal. Revisions and temporary reductions do not count: they set no new provision.
 */
export function provisionChange(loyers: readonly LoyerDate[], jour: Jour): boolean {
  const vivants = loyersVivants(loyers);
  const avant = vivants.findLast(({ depuis }) => depuis < jour)?.loyerCharge;
  return vivants.some(
    ({ depuis, loyerCharge, motif }) =>
      depuis === jour && motif !== "revision" && motif !== "remise" && loyerCharge !== avant,
  );
}

/** The days of a temporary reduction of rent: its first day, and the day on which the former rent comes back. */
export interface Remise {
  depuis: Jour;
  retour: Jour;
}

/** The temporary reductions that are not cancelled. Each is stored as two rows with the same `rang`. */
const remisesVivantes = (loyers: readonly LoyerDate[]): Remise[] =>
  [
    ...Map.groupBy(
      loyersVivants(loyers).filter(({ motif }) => motif === "remise"),
      ({ rang }) => rang,
    ).values(),
  ].flatMap((lignes) => {
    const [premiere, derniere] = [lignes[0], lignes.at(-1)];
    return premiere && derniere ? [{ depuis: premiere.depuis, retour: derniere.depuis }] : [];
  });

/** The temporary reduction in force on a day; the last one to end when several overlap. Null without one. */
export const remiseEnCours = (loyers: readonly LoyerDate[], jour: Jour): Remise | null =>
  remisesVivantes(loyers)
    .filter(({ depuis, retour }) => depuis <= jour && jour < retour)
    .toSorted((remise, autre) => ordre(remise.retour, autre.retour))
    .at(-1) ?? null;

/**
 * The row of rent that a dossier shows: the row of today; for a lease not begun, the row of its first day; for a lease
 * that ended, the row of its last day.
 *
 * @param bail the first day of the lease, and its last day of rent, null while it has no end
 */
export const loyerAffiche = <Ligne extends LoyerDepuis>(
  loyers: readonly Ligne[],
  { debut, fin }: { debut: Jour; fin: Jour | null },
  today: Jour,
): Ligne | null => loyerEnVigueur(loyers, plusTot(plusTard(today, debut), fin ?? today));

/**
 * The rent, or the charges, owed for the days of a month, rounded once; cents (revisions/README §15.2). From its
 * first day on, each row adds its difference from the row before.
 * @param vivants the rows that are not cancelled, in date order
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
