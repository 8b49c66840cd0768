import { ajouterJours, type Jour, type Mois, moisDe, plusTot } from "../../dates.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";

/** A payment that the agency received for a lease, and the sums that it settles; every amount in the same unit. */
export interface Versement {
  /** The number of the payment: « 2026-000012 ». */
  numero: string;
  date: Jour;
  montant: number;
  mode: ModeReglement | null;
  payeur: Payeur;
  /** Whether the payment is a cheque that the bank has not credited yet. */
  sousReserve: boolean;
  parts: readonly { nature: NatureEcheance; mois: Mois; montant: number }[];
}

/** A new letting whose first payments must be announced to the owner; euros. */
export interface LocationNouvelle {
  DossierId: number;
  locataire: string;
  appartement: string;
  total: number;
  premierLe: Jour;
  /** The last day to tell the owner of the first payment. */
  avant: Jour;
}

/** How many days the agency has to tell the owner of money received (décret n° 72-678, art. 67). */
const JOURS_POUR_AVISER = 8;

/** The last day to tell the owner of money received on a day (décret n° 72-678, art. 67). */
export const aviserAvant = (recuLe: Jour): Jour => ajouterJours(recuLe, JOURS_POUR_AVISER);

/**
 * Whether a payment belongs to a new letting (décret n° 72-678, art. 67; règle de la maison): the payment settles the
 * deposit or the first month of the lease, or came by the end of that first month.
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

/** The day of the earliest payment; null without payments. */
export const premierVersement = (versements: readonly Pick<Versement, "date">[]): Jour | null =>
  versements
    .map(({ date }) => date)
    .reduce<Jour | null>(
      (premier, date) => (premier === null ? date : plusTot(premier, date)),
      null,
    );
