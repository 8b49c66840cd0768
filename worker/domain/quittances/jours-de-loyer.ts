import {
  ajouterJours,
  dernierJour,
  type Jour,
  joursDuMois,
  type Mois,
  nombreDeJours,
  plusTard,
  plusTot,
  premierJour,
} from "../dates.ts";
import {
  enLignes,
  type LoyerTenu,
  type Occupation,
  totalDuMois,
} from "../gerance/revisions/loyers.ts";
import { enEuros, somme } from "../montants.ts";

export interface DatesOccupation {
  dateDebutBail: Jour;
  dateFinBail: Jour | null;
  dateDebutPreavis: Jour | null;
  dateFinPreavis: Jour | null;
  dateSortie: Jour | null;
  /** The first day of the lease that replaces this lease in the dwelling; null without one. */
  dateRelocation: Jour | null;
}

export type Termes = Omit<DatesOccupation, "dateDebutBail" | "dateRelocation">;

/**
 * The last day of rent by the dossier alone: the end of the lease, or of the notice when earlier; without an end of
 * lease, the end of the notice, else the day of leaving. Null without any of these days.
 */
export function finConvenue(dates: Termes): Jour | null {
  const { dateFinBail, dateDebutPreavis, dateFinPreavis, dateSortie } = dates;
  if (dateFinBail && dateDebutPreavis && dateFinPreavis)
    return plusTot(dateFinBail, dateFinPreavis);
  return dateFinBail ?? dateFinPreavis ?? dateSortie;
}

/** The longest legal notice, in days: the six months of an owner (art. 15 of loi n° 89-462). */
const PREAVIS_AU_PLUS = 184;

/** Whether a notice is recorded with its first and last day, and lasts no longer than the law allows. */
export const congeNote = ({
  dateDebutPreavis: debut,
  dateFinPreavis: fin,
}: Pick<Termes, "dateDebutPreavis" | "dateFinPreavis">): boolean =>
  debut !== null && fin !== null && nombreDeJours(debut, fin) <= PREAVIS_AU_PLUS;

/**
 * Whether the tenant leaves before the last day of rent without a recorded notice (quittances/README §2.3). The rent
 * is still owed, but staff must confirm it.
 */
export const partiSansConge = (
  { dateSortie, ...preavis }: Omit<Termes, "dateFinBail">,
  fin: Jour,
): boolean => dateSortie !== null && dateSortie < fin && !congeNote(preavis);

/**
 * The last day of rent: the last day by the dossier, or the eve of the lease that replaces this lease when that eve
 * is earlier; null: no end.
 */
export function finDuLoyer({ dateRelocation, ...dates }: Omit<DatesOccupation, "dateDebutBail">) {
  const fin = finConvenue(dates);
  if (dateRelocation === null) return fin;
  const veille = ajouterJours(dateRelocation, -1);
  return fin === null ? veille : plusTot(fin, veille);
}

/**
 * The days of the month for which rent is owed, both ends included (quittances/README §2.3): from the start of the
 * lease to its end, the end of the notice, or the eve of the next lease. Null when the month has none.
 */
export function occupation(dates: DatesOccupation, mois: Mois): Occupation | null {
  const debut = plusTard(dates.dateDebutBail, premierJour(mois));
  const fin = plusTot(finDuLoyer(dates) ?? dernierJour(mois), dernierJour(mois));
  if (fin < debut) return null;
  return { debut, fin, jours: nombreDeJours(debut, fin), joursDuMois: joursDuMois(mois) };
}

export interface MontantsDuMois extends Occupation {
  loyerHC: number;
  charge: number;
  total: number;
}

/**
 * The rent of a month, in euros: the rents in force on the days owed, rent and charges each rounded to the cent
 * (quittances/README §2.3, revisions/README §15.2). Null when the lease covers no day of the month.
 */
export function montantsDuMois(
  dossier: DatesOccupation & { loyers: readonly LoyerTenu[] },
  mois: Mois,
): MontantsDuMois | null {
  const periode = occupation(dossier, mois);
  if (periode === null) return null;
  const lignes = enLignes(dossier.loyers);
  const loyerHC = enEuros(totalDuMois(lignes, periode, "loyerHC"));
  const charge = enEuros(totalDuMois(lignes, periode, "loyerCharge"));
  return { ...periode, loyerHC, charge, total: somme(loyerHC, charge) };
}
