// Apart from the schemas of forms: lists and months load this without their library.

import type { Jour, Mois } from "../dates.ts";
import {
  type DatesOccupation,
  echeanceDuMois,
  montantsDuMois,
  partiSansConge,
  type SommesDemandees,
} from "./quittance.ts";

/** The most receipts that one request settles. */
export const LOT_AU_PLUS = 500;

/** The most receipts of one archive: reading and keeping each stays within the platform's limits of one call. */
export const QUITTANCES_PAR_ARCHIVE = 5_000;

/** The number of archives of a month. @param nombre of its receipts, cancelled ones included */
export const partiesDuMois = (nombre: number): number =>
  Math.max(1, Math.ceil(nombre / QUITTANCES_PAR_ARCHIVE));

/** The most dossiers that one request bills: as many as a batch of the queue. */
export const LOT_A_GENERER = 100;

/** A dossier of a lot to bill for a month, with the facts shown before. */
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
    DatesOccupation &
    SommesDemandees & { jourQuitance: number },
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
