// Screens that list dossiers load this file alone, without the validation library of the forms (Zod).

import type { Jour } from "../dates.ts";

const PREMIER_JOUR_PLAUSIBLE: Jour = "2011-01-01";

export interface FinDossier {
  dateSortie: Jour | null;
  dateFinBail: Jour | null;
}

/** The last day of a dossier (biens/README §7.1): the day of leaving, else the end of the lease; null: no end. */
export function finDossier(dossier: FinDossier): Jour | null {
  return dossier.dateSortie ?? dossier.dateFinBail;
}

/** Whether a dossier is closed: its last day is past (biens/README §7.1). */
export function dossierClos(dossier: FinDossier, today: Jour): boolean {
  const fin = finDossier(dossier);
  return fin !== null && fin < today;
}

/**
 * Whether a dossier occupies its dwelling: it has no end, or an end after today. A lease to come occupies it already.
 */
export function dossierOccupant(dossier: FinDossier, today: Jour): boolean {
  const fin = finDossier(dossier);
  return fin === null || fin > today;
}

export interface Preavis extends FinDossier {
  dateDebutPreavis: Jour | null;
  dateFinPreavis: Jour | null;
}

/** Whether the lease has begun and its dossier is not closed. */
export const bailEnCours = (
  { dateDebutBail, ...dossier }: FinDossier & { dateDebutBail: Jour },
  today: Jour,
): boolean => dateDebutBail <= today && !dossierClos(dossier, today);

/**
 * Whether the lease begins after today and its dossier is not closed, so that the lease may be called off
 * (biens/README §7.1). A lease already called off counts too until its end is past, because its dwelling is free only
 * afterwards.
 */
export const bailAVenir = (
  { dateDebutBail, ...dossier }: FinDossier & { dateDebutBail: Jour },
  today: Jour,
): boolean => dateDebutBail > today && !dossierClos(dossier, today);

/** Whether the lease was called off before it began: its end precedes its first day (biens/README §7.1). */
export function bailAnnule({
  dateDebutBail,
  ...dossier
}: FinDossier & { dateDebutBail: Jour }): boolean {
  const fin = finDossier(dossier);
  return fin !== null && fin < dateDebutBail;
}

/** Whether a dossier is in notice: not closed, between the first and the last day of the notice, both included. */
export function dossierEnPreavis(dossier: Preavis, today: Jour): boolean {
  const { dateDebutPreavis, dateFinPreavis } = dossier;
  return (
    !dossierClos(dossier, today) &&
    dateDebutPreavis !== null &&
    dateFinPreavis !== null &&
    dateDebutPreavis <= today &&
    today <= dateFinPreavis
  );
}

export type EtatDossier =
  | "annule"
  | "clos"
  | "a_venir"
  | "dernier_jour"
  | "en_preavis"
  | "en_cours";

/**
 * The main state of a dossier on a day: called off, closed, to come, last day, in notice, else running (biens/README
 * §7.1).
 */
export function etatDossier(
  {
    dateSortie = null,
    ...dates
  }: Omit<Preavis, "dateSortie"> & {
    dateDebutBail: Jour;
    dateSortie?: Jour | null | undefined;
  },
  today: Jour,
): EtatDossier {
  const dossier = { ...dates, dateSortie };
  if (bailAnnule(dossier)) return "annule";
  if (dossierClos(dossier, today)) return "clos";
  if (dossier.dateDebutBail > today) return "a_venir";
  if (finDossier(dossier) === today) return "dernier_jour";
  return dossierEnPreavis(dossier, today) ? "en_preavis" : "en_cours";
}

export interface DatesPreavis {
  dateDebutPreavis: Jour | null;
  dateFinPreavis: Jour | null;
  dateFinBail: Jour | null;
}

/**
 * Fills the end of the notice from the end of the lease, and the reverse, when one is missing and the other is
 * plausible (biens/README §7.1).
 */
export function preavisEtFinBail(dates: DatesPreavis): DatesPreavis {
  const { dateDebutPreavis, dateFinPreavis, dateFinBail } = dates;
  return {
    dateDebutPreavis,
    dateFinPreavis: dateFinPreavis ?? siPlausible(dateFinBail),
    dateFinBail: dateFinBail ?? siPlausible(dateFinPreavis),
  };
}

// A year still being typed (« 0202 ») must not fill the other field.
function siPlausible(jour: Jour | null): Jour | null {
  return jour !== null && jour >= PREMIER_JOUR_PLAUSIBLE ? jour : null;
}
