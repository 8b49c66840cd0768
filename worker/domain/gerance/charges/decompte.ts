import { ajouterMois, dansMois, type Jour, type Mois, moisDe, premierJour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import { type Centimes, enParts } from "../livres/repartition.ts";
import { type LoyerAEcrire, premierJourLibre } from "../revisions/changement.ts";
import { type LoyerDate, loyerEnVigueur, loyersVivants } from "../revisions/loyers.ts";
import type { AcheminementDuDecompte } from "./acheminement.ts";
import { type Exercice, joursDeLExercice } from "./exercice.ts";
import type { ChargesDuBail, ChargesDuLogement } from "./partage.ts";

/** The months during which a tenant may look at the bills of a charges statement (loi n° 89-462, art. 23). */
const MOIS_DE_JUSTIFICATIFS = 6;

/**
 * The last day on which a tenant may look at the bills of a charges statement.
 * @param envoyeLe the day on which the statement was sent
 */
export const justificatifsJusquau = (envoyeLe: Jour): Jour =>
  dansMois(envoyeLe, MOIS_DE_JUSTIFICATIFS);

/** The figures that a sent charges statement freezes; cents. */
export interface SoldeFige {
  total: Centimes;
  provisions: Centimes;
  ailleurs: Centimes | null;
}

const soldeDe = ({ total, provisions, ailleurs }: SoldeFige): Centimes =>
  total - provisions - (ailleurs ?? 0);

/**
 * The difference in cents between a charges statement made again and the statement sent, which does not change
 * (charges/README §16.4); above zero, the tenant owes more. Null without a difference: no correction is made.
 */
export function ecartDuRectificatif(fige: SoldeFige, refait: SoldeFige): Centimes | null {
  const ecart = soldeDe(refait) - soldeDe(fige);
  return ecart === 0 ? null : ecart;
}

/**
 * The numbers of months over which a balance may be paid: twelve by right for a late statement, three or six by
 * agreement.
 */
export const MOIS_D_ECHELONNEMENT = [3, 6, 12] as const;

export type MoisDEchelonnement = (typeof MOIS_D_ECHELONNEMENT)[number];

/** A monthly part of a balance; cents. */
export interface Echelon {
  exigibleLe: Jour;
  montant: Centimes;
}

/**
 * Splits a balance into monthly parts, from its due day (art. 23; charges/README §16.4).
 *
 * @param montant cents, above zero
 * @returns cents
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
 * The monthly provision that the charges of a year justify: a twelfth of the dwelling's charges, and of the lease's
 * own consumption brought to a whole year (art. 23; charges/README §16.4); cents, to the nearest.
 *
 * @param exercice twelve months
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

/** A row of rent to write, and the row that it replaces. */
export interface LoyerRemplacant<Ligne extends LoyerDate> extends LoyerAEcrire {
  remplace: Ligne | null;
}

/**
 * The first day of a new provision: the first day of the first month that begins after the tenant gets the statement
 * and that no receipt bills.
 *
 * @param arriveLe the day on which the tenant gets the statement that asks for the provision
 * @param dernierMois the last month that a receipt bills
 */
export const debutDeProvision = (arriveLe: Jour, dernierMois: Mois | null): Jour =>
  premierJourLibre(premierJour(ajouterMois(moisDe(arriveLe), 1)), dernierMois);

/**
 * The rows of rent of a temporary reduction of charges, agreed on with the tenant, that ask less than a provision: they
 * keep their charges until their end.
 *
 * @param provision cents a month
 */
export const remisesDeCharges = <Ligne extends LoyerDate>(
  loyers: readonly Ligne[],
  provision: Centimes,
): ReadonlySet<Ligne> =>
  new Set(
    loyersVivants(loyers).filter(
      ({ loyerCharge, motif }, rang, vivants) =>
        motif === "remise" &&
        loyerCharge < provision &&
        loyerCharge < (vivants[rang - 1]?.loyerCharge ?? 0),
    ),
  );

/**
 * The rows of rent that a new provision changes: the row in force on its first day, and every later row, but those of
 * a temporary reduction of charges (charges/README §16.4). A revision of that day follows the provision, which stays
 * when the revision is undone.
 *
 * @param provision cents a month
 * @param depuis the first day of the provision, from {@link debutDeProvision}
 * @returns only the rows whose provision changes, and a revision that follows one of them on its day: of two rows of a
 * day, the one that is written last is in force
 */
export function changerProvision<Ligne extends LoyerDate>(
  loyers: readonly Ligne[],
  provision: Centimes,
  depuis: Jour,
): LoyerRemplacant<Ligne>[] {
  const ceJour = (ligne: Ligne) => ligne.depuis === depuis && ligne.motif === "revision";
  const alors = loyerEnVigueur(
    loyers.filter((ligne) => !ceJour(ligne)),
    depuis,
  );
  if (!alors) return [];
  const premiere = {
    ...{ depuis, loyerHC: alors.loyerHC, loyerCharge: alors.loyerCharge },
    ...(alors.depuis === depuis
      ? { motif: alors.motif, remplace: alors }
      : { motif: "provision" as const, remplace: null }),
  };
  const remises = remisesDeCharges(loyers, provision);
  const suivantes = loyersVivants(loyers).filter(
    (ligne) => (ligne.depuis > depuis || ceJour(ligne)) && !remises.has(ligne),
  );
  const lignes = suivantes.map((remplace) => ({ ...remplace, remplace }));
  const premiereChange = !remises.has(alors) && premiere.loyerCharge !== provision;
  const suit = (ligne: Ligne | null) => premiereChange && ligne !== null && ceJour(ligne);
  return (remises.has(alors) ? lignes : [premiere, ...lignes]).flatMap(
    ({ loyerCharge, loyerHC, motif, depuis: jour, remplace }) =>
      loyerCharge === provision && !suit(remplace)
        ? []
        : [{ depuis: jour, loyerHC, loyerCharge: provision, motif, remplace }],
  );
}

/** The sending of a charges statement; euros. */
export interface EnvoiDuDecompte {
  id: number;
  envoyeLe: Jour;
  canal: "courriel" | "lettre";
  exigibleLe: Jour;
  /** The balance written on the statement; `montant`: the sum called, below zero when it is given back. */
  solde: Euros;
  montant: Euros;
  /** The months over which the sum is paid; null: at once. */
  mois: MoisDEchelonnement | null;
  /** The statement corrects an earlier one. */
  rectificatif: boolean;
  /**
   * Whether the statement left; `reserve`: what staff must know of its sending, as a French sentence, null without
   * one.
   */
  acheminement: AcheminementDuDecompte;
  reserve: string | null;
  /** The id of the mail of the statement, when the mail may be sent again; else null. */
  aRenvoyer: number | null;
  /** The day on which the letter was posted; null while nobody noted that day. */
  posteLe: Jour | null;
  /** The day on which the mail or the letter left; null while nobody knows of it. */
  partiLe: Jour | null;
}
