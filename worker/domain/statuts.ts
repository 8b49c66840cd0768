import type { Jour } from "./dates.ts";
import { arrondir, somme } from "./montants.ts";

const PREMIERE_ANNEE_PLAUSIBLE = "2011";

export interface FinDossier {
  dateSortie: Jour | null;
  dateFinBail: Jour | null;
}

/** The last day of the dossier (contract §4): `dateSortie` if set, else `dateFinBail`. */
export function finDossier(dossier: FinDossier): Jour | null {
  return dossier.dateSortie ?? dossier.dateFinBail;
}

/** Closed once its last day has passed; on that day it still runs (contract §4). */
export function dossierClos(dossier: FinDossier, today: Jour): boolean {
  const fin = finDossier(dossier);
  return fin !== null && fin < today;
}

/** The tenant lives there: no end, or one still to come (spec §4). */
export function dossierOccupant(dossier: FinDossier, today: Jour): boolean {
  const fin = finDossier(dossier);
  return fin === null || fin > today;
}

const estOccupe = (dossiers: readonly FinDossier[], today: Jour): boolean =>
  dossiers.some((dossier) => dossierOccupant(dossier, today));

export type StatutAppartement = "En Travaux" | "Occupé" | "Vacant";

/** The status on the record of an apartment (spec §4, « Apartment status (detail) »). */
export function statutAppartement(
  appartement: { wip: boolean; dossiers: readonly FinDossier[] },
  today: Jour,
): StatutAppartement {
  if (appartement.wip) return "En Travaux";
  return estOccupe(appartement.dossiers, today) ? "Occupé" : "Vacant";
}

export interface DossierEnPreavis extends FinDossier {
  dateDebutPreavis: Jour | null;
  dateFinPreavis: Jour | null;
}

export type StatutPreavis = "En préavis" | "Vacant";

/**
 * The status in the list of apartments in notice (spec §4): an open dossier is in notice from the first
 * to the last day of notice, both included.
 */
export function statutPreavis(dossiers: readonly DossierEnPreavis[], today: Jour): StatutPreavis {
  const enPreavis = dossiers.some(
    (dossier) =>
      !dossierClos(dossier, today) &&
      dossier.dateDebutPreavis !== null &&
      dossier.dateFinPreavis !== null &&
      dossier.dateDebutPreavis <= today &&
      today <= dossier.dateFinPreavis,
  );
  return enPreavis ? "En préavis" : "Vacant";
}

export interface PeriodeIntendance {
  dateDepart: Jour | null;
  dateFin: Jour | null;
}

/** Current up to its last day included, even before it starts; then it is history (spec §4). */
export function intendanceEnCours(intendance: { dateFin: Jour | null }, today: Jour): boolean {
  return intendance.dateFin !== null && today <= intendance.dateFin;
}

export type StatutTableauDeBord = "En gestion" | "Louée" | "Vacant" | "En Travaux";

/** The statuses of an apartment on the dashboard (spec §4): it may have several at once. */
export function statutsTableauDeBord(
  appartement: {
    wip: boolean;
    intendances: readonly PeriodeIntendance[];
    dossiers: readonly FinDossier[];
  },
  today: Jour,
): StatutTableauDeBord[] {
  const louee = estOccupe(appartement.dossiers, today);
  const enGestion = appartement.intendances.some(
    (intendance) =>
      intendance.dateDepart !== null &&
      intendance.dateDepart <= today &&
      intendanceEnCours(intendance, today),
  );
  const statuts: StatutTableauDeBord[] = [];
  if (enGestion) statuts.push("En gestion");
  if (louee) statuts.push("Louée");
  if (!louee && !appartement.wip) statuts.push("Vacant");
  if (appartement.wip) statuts.push("En Travaux");
  return statuts;
}

export interface AccompteDeMission {
  regle: boolean;
  prix: number;
  /** What was paid, when it differs from the price asked. */
  montant: number | null;
}

/** What remains to pay of a mission, in euros TTC: its value minus the paid instalments (spec §4). */
export function soldeMission(mission: {
  valeurTotalMission: number;
  accomptes: readonly AccompteDeMission[];
}): number {
  const regles = mission.accomptes.filter((accompte) => accompte.regle);
  return somme(
    mission.valeurTotalMission,
    ...regles.map((accompte) => -(accompte.montant ?? accompte.prix)),
  );
}

/** The number of apartments of the mission not linked yet (spec §4). */
export function appartementsRestants(mission: {
  nbAppart: number;
  appartements: readonly unknown[];
}): number {
  return mission.nbAppart - mission.appartements.length;
}

export interface DatesPreavis {
  dateDebutPreavis: Jour | null;
  dateFinPreavis: Jour | null;
  dateFinBail: Jour | null;
}

/**
 * Fills the end of notice from the end of the lease, and the reverse, when only one is set and its year
 * is after 2010 (spec §5); a date already set never changes.
 */
export function preavisEtFinBail(dates: DatesPreavis): DatesPreavis {
  const { dateDebutPreavis, dateFinPreavis, dateFinBail } = dates;
  return {
    dateDebutPreavis,
    dateFinPreavis: dateFinPreavis ?? siPlausible(dateFinBail),
    dateFinBail: dateFinBail ?? siPlausible(dateFinPreavis),
  };
}

// A year still being typed (« 0202 ») must not spill into the other field.
function siPlausible(jour: Jour | null): Jour | null {
  return jour !== null && jour >= PREMIERE_ANNEE_PLAUSIBLE ? jour : null;
}

/**
 * The capped base rent in euros: reference rent majoré (€/m²) × surface (m²), rounded to the cent
 * (art. 140 of loi ELAN, legal §2.6).
 */
export function montantBaseEncadrement(encadrement: {
  loyerReferenceMajore: number;
  surface: number;
}): number {
  return arrondir(encadrement.loyerReferenceMajore * encadrement.surface);
}

/** The rent complement in euros: what exceeds the base rent, never negative (legal §2.6). */
export function complementLoyer(loyerHC: number, montantBase: number): number {
  return Math.max(0, somme(loyerHC, -montantBase));
}

/** The rent with charges in euros (spec §5: a dossier's `loyerTTC`, an apartment's `loyerTCC`). */
export function loyerTTC(loyerHC: number, charges: number): number {
  return somme(loyerHC, charges);
}

/** The total value of a mission, in euros TTC (spec §5). */
export function valeurTotalMission(mission: {
  nbAppart: number;
  valeurMissionAppt: number;
}): number {
  return arrondir(mission.nbAppart * mission.valeurMissionAppt);
}

/** The cave number (spec §5): null without a cave, « 0 » when the cave has no number. */
export function numeroCave(cave: boolean, caveNum: string | null): string | null {
  return cave ? caveNum?.trim() || "0" : null;
}
