// Apart from what checks a form: lists and months load this without the library of schemas.

import type { Jour, Mois } from "../dates.ts";
import {
  type DatesOccupation,
  echeanceDuMois,
  montantsDuMois,
  partiSansConge,
} from "./quittance.ts";

/** As many receipts as one request settles. */
export const LOT_AU_PLUS = 500;

/** How many receipts one archive takes: reading and keeping each stays within what one call may ask of the platform. */
export const QUITTANCES_PAR_ARCHIVE = 5_000;

/** In how many archives a month comes. @param nombre of its receipts, cancelled ones included */
export const partiesDuMois = (nombre: number): number =>
  Math.max(1, Math.ceil(nombre / QUITTANCES_PAR_ARCHIVE));

/** As many dossiers as one request bills: as many as a batch of the queue does. */
export const LOT_A_GENERER = 100;

/** A dossier among many whose receipt of a month is to be made: what the gesture tells of it. */
export interface DossierAQuittancer {
  id: number;
  locataire: string;
  appartement: string;
  /** Euros for the month. */
  total: number;
  echeance: Jour;
  /** The day of leaving, when days of rent after it are billed without any notice noted. */
  partiLe: Jour | null;
}

/** @returns null when the lease covers no day of the month. */
export function dossierAQuittancer(
  dossier: Pick<DossierAQuittancer, "id" | "locataire" | "appartement"> &
    DatesOccupation & { jourQuitance: number; loyerHC: number; loyerCharge: number },
  mois: Mois,
): DossierAQuittancer | null {
  const montants = montantsDuMois(dossier, mois);
  if (!montants) return null;
  const { id, locataire, appartement, dateSortie } = dossier;
  return {
    id,
    locataire,
    appartement,
    total: montants.total,
    echeance: echeanceDuMois(dossier, mois),
    partiLe: partiSansConge(dossier, montants.fin) ? dateSortie : null,
  };
}
