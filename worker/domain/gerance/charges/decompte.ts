import { ajouterMois, dansMois, type Jour, type Mois, moisDe, premierJour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import { type Centimes, enParts } from "../livres/repartition.ts";
import { type LoyerAEcrire, premierJourLibre } from "../revisions/changement.ts";
import { type LoyerDate, loyerEnVigueur, loyersVivants } from "../revisions/loyers.ts";
import { type Exercice, joursDeLExercice } from "./exercice.ts";
import type { ChargesDuBail, ChargesDuLogement } from "./partage.ts";

/** Months during which the bills of a statement stay at the tenant's disposal (loi n° 89-462, art. 23). */
const MOIS_DE_JUSTIFICATIFS = 6;

/** The last day on which the tenant may read the bills of a statement. */
export const justificatifsJusquau = (envoyeLe: Jour): Jour =>
  dansMois(envoyeLe, MOIS_DE_JUSTIFICATIFS);

/** The facts that a sent statement keeps of its balance; cents. */
export interface SoldeFige {
  total: Centimes;
  provisions: Centimes;
  ailleurs: Centimes | null;
}

const soldeDe = ({ total, provisions, ailleurs }: SoldeFige): Centimes =>
  total - provisions - (ailleurs ?? 0);

/**
 * The changes that a statement made again brings to the one that was sent, which stays as it is (charges/README §16.4);
 * cents, above zero when the tenant owes more. Null: nothing, and no rectified statement.
 */
export function ecartDuRectificatif(fige: SoldeFige, refait: SoldeFige): Centimes | null {
  const ecart = soldeDe(refait) - soldeDe(fige);
  return ecart === 0 ? null : ecart;
}

/** In how many months a balance may be paid: twelve by right when the statement comes late, else by agreement. */
export const MOIS_D_ECHELONNEMENT = [3, 6, 12] as const;

export type MoisDEchelonnement = (typeof MOIS_D_ECHELONNEMENT)[number];

/** A part of a balance that is paid month by month; cents. */
export interface Echelon {
  exigibleLe: Jour;
  montant: Centimes;
}

/**
 * A balance in monthly parts, from the day it is due (art. 23; charges/README §16.4).
 *
 * @param montant cents, above zero
 */
export const echelonner = (
  montant: Centimes,
  { exigibleLe, mois }: { exigibleLe: Jour; mois: MoisDEchelonnement },
): Echelon[] =>
  enParts(montant, mois).map((part, rang) => ({
    exigibleLe: dansMois(exigibleLe, rang),
    montant: part,
  }));

/**
 * The provision by the month that the last charges justify: those of a whole year of the dwelling, what a meter counted
 * for the lease brought to a year, by twelfths, half a cent rounded up (art. 23; charges/README §16.4); cents.
 *
 * @param exercice one of twelve months
 */
export function provisionProposee(
  { natures }: Pick<ChargesDuLogement, "natures">,
  { jours, parts }: Pick<ChargesDuBail, "jours" | "parts">,
  exercice: Exercice,
): Centimes {
  const annee = natures.reduce((somme, { compteur, recuperable }, rang) => {
    if (compteur === null) return somme + recuperable;
    return somme + ((parts[rang] ?? 0) * joursDeLExercice(exercice)) / jours;
  }, 0);
  return Math.max(0, Math.round(annee / 12));
}

/** A row of rent to write, and the row that it takes the place of. */
export interface LoyerRemplacant<Ligne extends LoyerDate> extends LoyerAEcrire {
  remplace: Ligne | null;
}

/**
 * The rows by which a new provision begins, with the first month to come that no receipt bills: those that follow it
 * take it too (charges/README §16.4).
 *
 * @param provision cents by the month
 * @param dernierMois the last month that a living receipt bills
 * @returns no row for a provision that is asked already
 */
export function changerProvision<Ligne extends LoyerDate>(
  loyers: readonly Ligne[],
  provision: Centimes,
  { dernierMois, today }: { dernierMois: Mois | null; today: Jour },
): LoyerRemplacant<Ligne>[] {
  const depuis = premierJourLibre(premierJour(ajouterMois(moisDe(today), 1)), dernierMois);
  const alors = loyerEnVigueur(loyers, depuis);
  if (!alors) return [];
  const premiere = {
    ...{ depuis, loyerHC: alors.loyerHC, loyerCharge: alors.loyerCharge },
    ...(alors.depuis === depuis
      ? { motif: alors.motif, remplace: alors }
      : { motif: "provision" as const, remplace: null }),
  };
  const suivantes = loyersVivants(loyers).filter((ligne) => ligne.depuis > depuis);
  return [premiere, ...suivantes.map((remplace) => ({ ...remplace, remplace }))].flatMap(
    ({ loyerCharge, loyerHC, motif, depuis: jour, remplace }) =>
      loyerCharge === provision
        ? []
        : [{ depuis: jour, loyerHC, loyerCharge: provision, motif, remplace }],
  );
}

/** How a statement reaches the tenant, and what it says of its balance. */
export interface EnvoiDuDecompte {
  id: number;
  envoyeLe: Jour;
  canal: "courriel" | "lettre";
  exigibleLe: Jour;
  /** The balance that it told, and the sum it called: below zero, given back; euros. */
  solde: Euros;
  montant: Euros;
  /** The months over which its sum is paid; null: at once. */
  mois: MoisDEchelonnement | null;
  /** It rectifies another. */
  rectificatif: boolean;
}
