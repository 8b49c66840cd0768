import {
  ajouterJours,
  dernierJour,
  type Jour,
  jourDuMois,
  joursDuMois,
  type Mois,
  moisDe,
  nombreDeJours,
  plusTard,
  plusTot,
  premierJour,
} from "./dates.ts";
import { prorata, somme } from "./montants.ts";
import { rechercheNormalisee } from "./recherche.ts";

const JOURS_RATTRAPES_AU_PLUS = 31;
const LONGUEUR_DU_NOM = 60;

export interface ReglementQuittance {
  regle: boolean;
  statusInconu: boolean;
}

export type EtatQuittance = "payee" | "impayee" | "inconnue";

/** The state of payment (domain/README §7.3): `regle` wins; unknown is an unpaid that nobody confirmed. */
export function etatQuittance({ regle, statusInconu }: ReglementQuittance): EtatQuittance {
  if (regle) return "payee";
  return statusInconu ? "inconnue" : "impayee";
}

/** Days since the due day of a receipt that is not paid; 0 when it is not late. */
export function joursDeRetard(
  { regle, echeance: due }: { regle: boolean; echeance: Jour },
  today: Jour,
): number {
  return regle || due >= today ? 0 : nombreDeJours(due, today) - 1;
}

export type TitreQuittance = "QUITTANCE DE LOYER" | "AVIS D'ÉCHÉANCE" | "REÇU DE PAIEMENT PARTIEL";

/**
 * The title of the document, by the state at the moment it is rendered (art. 21 of loi n° 89-462;
 * domain/README §2.1). A quittance is proof of payment: at the least doubt the document is an avis.
 * @param montantPaye in euros, null when no partial payment is noted.
 * @param total in euros, rent and charges.
 */
export function titreQuittance({
  regle,
  statusInconu,
  montantPaye,
  total,
}: ReglementQuittance & { montantPaye: number | null; total: number }): TitreQuittance {
  if (regle && !statusInconu) return "QUITTANCE DE LOYER";
  if (montantPaye !== null && montantPaye > 0 && montantPaye < total)
    return "REÇU DE PAIEMENT PARTIEL";
  return "AVIS D'ÉCHÉANCE";
}

/** The day the rent of the month falls due: `jourQuitance` (1 to 31), clamped to the month's end. */
export function echeance(mois: Mois, jourQuitance: number): Jour {
  return jourDuMois(mois, jourQuitance);
}

export interface DatesOccupation {
  dateDebutBail: Jour;
  dateFinBail: Jour | null;
  dateDebutPreavis: Jour | null;
  dateFinPreavis: Jour | null;
  dateSortie: Jour | null;
}

export interface Occupation {
  debut: Jour;
  fin: Jour;
  /** Days owed, both ends included. */
  jours: number;
  joursDuMois: number;
}

/**
 * The last day of rent: the end of the lease, sooner when a notice was given that ends before it, else the end of the
 * notice, else the day of leaving.
 */
function finDuLoyer(dates: DatesOccupation): Jour | null {
  const { dateFinBail, dateDebutPreavis, dateFinPreavis, dateSortie } = dates;
  if (dateFinBail && dateDebutPreavis && dateFinPreavis)
    return plusTot(dateFinBail, dateFinPreavis);
  return dateFinBail ?? dateFinPreavis ?? dateSortie;
}

/**
 * The days of the month for which rent is owed, both ends included (domain/README §2.3): from the start of the
 * lease to its end or to that of the notice, else to the day of leaving. Null when the month has none.
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
 * What the tenant owes for the month, in euros: rent and charges by the days owed, each rounded to the
 * cent, and their sum (domain/README §2.3). Null when the lease covers no day of the month.
 */
export function montantsDuMois(
  dossier: DatesOccupation & { loyerHC: number; loyerCharge: number },
  mois: Mois,
): MontantsDuMois | null {
  const periode = occupation(dossier, mois);
  if (periode === null) return null;
  const loyerHC = prorata(dossier.loyerHC, periode.jours, periode.joursDuMois);
  const charge = prorata(dossier.loyerCharge, periode.jours, periode.joursDuMois);
  return { ...periode, loyerHC, charge, total: somme(loyerHC, charge) };
}

/** Where the API serves the PDF of the present state of a receipt: a path under `/api/`. */
export const cheminQuittance = (id: number): string => `quitance/download/${id}`;

/** Where the API serves the summary of a year of an apartment: a path under `/api/`. */
export const cheminAnnuel = (AppartementId: number, annee: number): string =>
  `quitance/generate/${AppartementId}/${annee}`;

/**
 * The automatic receipt of the month is to be made: the apartment and the tenant want it, it does not exist, the lease
 * covers a day of the month and the due day is reached.
 * @param jusquAu a day of that month.
 */
export function quittanceDue(
  dossier: DatesOccupation & {
    jourQuitance: number;
    appartement: { quitanceAuto: boolean };
    locataire: { quitanceAuto: boolean };
  },
  { mois, jusquAu, dejaFaite }: { mois: Mois; jusquAu: Jour; dejaFaite: boolean },
): boolean {
  const voulue = dossier.appartement.quitanceAuto && dossier.locataire.quitanceAuto;
  return (
    voulue &&
    !dejaFaite &&
    occupation(dossier, mois) !== null &&
    echeance(mois, dossier.jourQuitance) <= jusquAu
  );
}

/**
 * The name of the PDF: « Quittance_2026-11_DUPONT_000123.pdf » once paid, else « Avis_… » (domain/README §2.1).
 * @param nom the tenant's, reduced to A–Z, digits and hyphens.
 * @param numero « 2026-000123 »: only the last part is kept.
 */
export function fichierQuittance({
  regle,
  statusInconu,
  mois,
  nom,
  numero,
}: ReglementQuittance & { mois: Mois; nom: string; numero: string }): string {
  const genre = regle && !statusInconu ? "Quittance" : "Avis";
  const locataire =
    rechercheNormalisee(nom)
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "-")
      .slice(0, LONGUEUR_DU_NOM)
      .replace(/^-|-$/g, "") || "LOCATAIRE";
  return `${genre}_${mois}_${locataire}_${numero.split("-").at(-1)}.pdf`;
}

/**
 * The months the daily run must go over, oldest first, each up to the day reached (included): the days
 * since the last completed run, 31 at most, always with today (domain/README §9.9).
 * @param dernierJourTraite null when no run has completed yet: only today is due.
 */
export function moisARattraper(
  dernierJourTraite: Jour | null,
  today: Jour,
): { mois: Mois; jusquAu: Jour }[] {
  const lendemain = dernierJourTraite === null ? today : ajouterJours(dernierJourTraite, 1);
  const plusAncien = ajouterJours(today, 1 - JOURS_RATTRAPES_AU_PLUS);
  let jour = plusTard(plusTot(lendemain, today), plusAncien);
  const mois: { mois: Mois; jusquAu: Jour }[] = [];
  while (jour <= today) {
    const finDuMois = dernierJour(moisDe(jour));
    mois.push({ mois: moisDe(jour), jusquAu: plusTot(finDuMois, today) });
    jour = ajouterJours(finDuMois, 1);
  }
  return mois;
}
