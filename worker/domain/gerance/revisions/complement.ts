import { type Jour, joursDuMois, moisDe, nombreDeJours, plusTard } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import { loyerDuMois } from "./loyer-du-mois.ts";
import type { LoyerDepuis } from "./loyers.ts";

/** A receipt that is not cancelled and bills days to come; cents. */
export interface QuittanceAVenir {
  date: Jour;
  dateFin: Jour;
  automatique: boolean;
  /** The revision whose difference of rent the receipt bills; null for any other receipt. */
  RevisionId: number | null;
  loyerHC: Centimes;
  charge: Centimes;
}

/**
 * A receipt that bills the difference between a revised rent and a month already billed; both days included, cents.
 */
export interface Complement {
  du: Jour;
  au: Jour;
  loyerHC: Centimes;
  charge: Centimes;
}

/**
 * The receipts that bill the difference of rent for the months already billed from the day of effect on, one for each
 * automatic receipt (revisions/README §15.5). Null when no month needs one, when in one of these months the rent or
 * the charges fall or neither rises, or when a receipt made by hand, which only its author understands, bills some of
 * these days.
 *
 * @param loyers the rows of rent that are not cancelled, without the row of the revision
 */
export function complementsDe(
  quittances: readonly QuittanceAVenir[],
  loyers: readonly LoyerDepuis[],
  revision: { effetLe: Jour; loyerApres: Centimes; chargeApres: Centimes },
): Complement[] | null {
  const { effetLe, loyerApres, chargeApres } = revision;
  const aCompleter = quittances.filter(({ dateFin }) => dateFin >= effetLe);
  if (aCompleter.some(({ automatique, RevisionId }) => !automatique && RevisionId === null))
    return null;
  const revises = [
    ...loyers,
    { depuis: effetLe, loyerHC: loyerApres, loyerCharge: chargeApres, annuleLe: null },
  ];
  const complements = aCompleter
    .filter(({ automatique }) => automatique)
    .map(({ date, dateFin }) => {
      const mois = moisDe(date);
      const duMois = aCompleter.filter((quittance) => moisDe(quittance.dateFin) === mois);
      const facture = {
        loyerHC: duMois.reduce((total, { loyerHC }) => total + loyerHC, 0),
        charge: duMois.reduce((total, { charge }) => total + charge, 0),
      };
      const jours = nombreDeJours(date, dateFin);
      const occupation = { debut: date, fin: dateFin, jours, joursDuMois: joursDuMois(mois) };
      const present = loyerDuMois(revises, occupation);
      return {
        ...{ du: plusTard(effetLe, date), au: dateFin },
        loyerHC: present.loyerHC - facture.loyerHC,
        charge: present.charge - facture.charge,
      };
    });
  const aFacturer = complements.every(
    ({ loyerHC, charge }) => loyerHC >= 0 && charge >= 0 && loyerHC + charge > 0,
  );
  return complements.length > 0 && aFacturer ? complements : null;
}

/** The sum of the receipts that bill a difference of rent; cents. */
export const totalDesComplements = (complements: readonly Complement[]): Centimes =>
  complements.reduce((total, { loyerHC, charge }) => total + loyerHC + charge, 0);
