import {
  ajouterJours,
  ajouterMois,
  dernierJour,
  type Jour,
  jourDuMois,
  type Mois,
  moisDe,
} from "../dates.ts";
import type { Occupation } from "../gerance/revisions/loyers.ts";

import { type DatesOccupation, occupation, partiSansConge } from "./jours-de-loyer.ts";

const JOURS_RATTRAPES_AU_PLUS = 31;

/** The period of a receipt that is not cancelled; `automatique`: made from the dossier for a month, not by hand. */
export interface QuittanceVive {
  date: Jour;
  dateFin: Jour;
  automatique: boolean;
  /**
   * The revision whose difference of rent this receipt adds to a month that another receipt bills; absent or null
   * otherwise.
   */
  RevisionId?: number | null;
}

/**
 * Whether the month is billed (quittances/README §2.4): by its automatic receipt, or by a receipt made by hand that
 * covers all its days of rent. A receipt made by hand for some of the days or for something else does not bill the
 * month; nor does a receipt that completes the month after a revision (revisions/README §15.5).
 * @param vives the receipts of the dossier that were not cancelled.
 */
export function moisQuittance(
  { debut, fin }: Pick<Occupation, "debut" | "fin">,
  vives: readonly QuittanceVive[],
): boolean {
  return vives.some(({ automatique, date, dateFin, RevisionId = null }) =>
    automatique
      ? moisDe(date) === moisDe(debut)
      : RevisionId === null && date <= debut && fin <= dateFin,
  );
}

/**
 * The past months of a year whose rent is owed and not fully billed, in order (quittances/README §2.6).
 *
 * @param vives the receipts of the dossier, without cancelled ones
 */
export function moisNonFactures(
  dossier: DatesOccupation,
  annee: number,
  { vives, today }: { vives: readonly QuittanceVive[]; today: Jour },
): Mois[] {
  const mois = Array.from({ length: 12 }, (_, rang) => ajouterMois(`${annee}-01`, rang));
  return mois.filter((moisDit) => {
    const periode = dernierJour(moisDit) < today ? occupation(dossier, moisDit) : null;
    return periode !== null && !moisQuittance(periode, vives);
  });
}

/**
 * Whether a year is over and all its months are billed, which a yearly quittance needs (quittances/README §2.6).
 *
 * @param vives the receipts of the dossier, without cancelled ones
 */
export function anneeQuittancee(
  dossier: DatesOccupation,
  annee: number,
  { vives, today }: { vives: readonly QuittanceVive[]; today: Jour },
): boolean {
  return (
    dernierJour(`${annee}-12`) < today &&
    moisNonFactures(dossier, annee, { vives, today }).length === 0
  );
}

/**
 * The decision of the daily run about an automatic receipt: make it (`due`), leave it to staff (`aVerifier`), or
 * nothing (null).
 */
export type SortAutomatique = "due" | "aVerifier" | null;

/**
 * Decides the automatic receipt of a month in the daily run (jobs/README §9.9). The receipt is due when automatic
 * receipts are on for both apartment and tenant, the lease covers a day of the month, the day `jourQuitance` has come
 * and the month is not billed. No receipt is made after staff cancelled one, or for a month that ended before the
 * dossier was recorded. Staff decide when the tenant left before the last day of rent without a recorded notice.
 *
 * @param vives the receipts of the dossier, without cancelled ones; `annulee`: an automatic receipt of the month was
 * cancelled
 * @param creeLe the day on which the dossier was recorded
 */
export function sortAutomatique(
  dossier: DatesOccupation & {
    creeLe: Jour;
    jourQuitance: number;
    appartement: { quitanceAuto: boolean };
    locataire: { quitanceAuto: boolean };
  },
  {
    mois,
    today,
    vives,
    annulee,
  }: { mois: Mois; today: Jour; vives: readonly QuittanceVive[]; annulee: boolean },
): SortAutomatique {
  const periode = occupation(dossier, mois);
  const attendue =
    periode !== null &&
    generationAutomatique(dossier) &&
    !annulee &&
    !moisQuittance(periode, vives) &&
    jourDuMois(mois, dossier.jourQuitance) <= today &&
    (mois === moisDe(today) || dossier.creeLe <= dernierJour(mois));
  if (!attendue) return null;
  return partiSansConge(dossier, periode.fin) ? "aVerifier" : "due";
}

/** Whether the receipts of a dossier are automatic: both its apartment and its tenant have the option on. */
export const generationAutomatique = ({
  appartement,
  locataire,
}: {
  appartement: { quitanceAuto: boolean };
  locataire: { quitanceAuto: boolean };
}): boolean => appartement.quitanceAuto && locataire.quitanceAuto;

/** The months that the daily run looks at, the oldest first: the months of the last 31 days (jobs/README §9.9). */
export function moisARattraper(today: Jour): Mois[] {
  const mois = [moisDe(ajouterJours(today, 1 - JOURS_RATTRAPES_AU_PLUS))];
  for (let dernier = mois[0]; dernier !== undefined && dernier < moisDe(today); ) {
    dernier = ajouterMois(dernier, 1);
    mois.push(dernier);
  }
  return mois;
}
