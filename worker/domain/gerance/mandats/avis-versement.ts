import { ajouterJours, type Jour, type Mois, moisDe, plusTot } from "../../dates.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";

/** A payment that the agency received for a lease, and what it settles; amounts in one unit. */
export interface Versement {
  /** « 2026-000012 » */
  numero: string;
  date: Jour;
  montant: number;
  mode: ModeReglement | null;
  payeur: Payeur;
  /** A cheque that the bank has not credited yet. */
  sousReserve: boolean;
  parts: readonly { nature: NatureEcheance; mois: Mois; montant: number }[];
}

/** A letting whose first payments the owner must be told of, as a mandate lists it; euros. */
export interface LocationNouvelle {
  DossierId: number;
  locataire: string;
  appartement: string;
  total: number;
  premierLe: Jour;
  /** The last day on which the owner may be told of the first of them. */
  avant: Jour;
}

/** Within how many days of the funds the owner is told (décret n° 72-678, art. 67). */
const JOURS_POUR_AVISER = 8;

/** The last day on which the owner may be told of what was received that day (décret n° 72-678, art. 67). */
export const aviserAvant = (recuLe: Jour): Jour => ajouterJours(recuLe, JOURS_POUR_AVISER);

/**
 * Whether a payment is of a new letting (décret n° 72-678, art. 67; règle de la maison): it settles the deposit or the first
 * month of the lease, or came by the end of that month.
 */
export const deLocationNouvelle = (
  { date, parts }: Pick<Versement, "date" | "parts">,
  dateDebutBail: Jour,
): boolean => {
  const premier = moisDe(dateDebutBail);
  return (
    moisDe(date) <= premier ||
    parts.some(({ nature, mois }) => nature === "depot" || mois === premier)
  );
};

/** The day of the first of these payments; null when there is none. */
export const premierVersement = (versements: readonly Pick<Versement, "date">[]): Jour | null =>
  versements
    .map(({ date }) => date)
    .reduce<Jour | null>(
      (premier, date) => (premier === null ? date : plusTot(premier, date)),
      null,
    );
