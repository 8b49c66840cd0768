// The amount that a month asks of leases without a receipt; only the screens that generate receipts load this file.

import type { Jour, Mois } from "../dates.ts";
import type { DouziemesDemandes } from "../gerance/locataires/assurance-pour-compte.ts";
import type { LoyerTenu } from "../gerance/revisions/loyers.ts";
import { type Euros, somme } from "../montants.ts";
import {
  type DatesOccupation,
  echeanceDuMois,
  type MontantsDuMois,
  montantsDuMois,
  partiSansConge,
} from "./quittance.ts";

/** The sums that the receipts of a dossier ask: its rents, and the twelfths of its insurances; euros. */
export interface SommesDemandees {
  loyers: readonly LoyerTenu[];
  douziemes: DouziemesDemandes;
}

/** The rent of a month, with the twelfth of an insurance taken out for the tenant (locataires/README §12.28). */
export interface DemandeDuMois extends MontantsDuMois {
  assurance: Euros;
}

/**
 * What the automatic receipt of a month asks, in euros: its rent and charges, and the twelfth of an insurance. Null when
 * the lease covers no day of the month.
 */
export function demandeDuMois(
  dossier: DatesOccupation & SommesDemandees,
  mois: Mois,
): DemandeDuMois | null {
  const montants = montantsDuMois(dossier, mois);
  const assurance = dossier.douziemes[mois] ?? 0;
  return montants && { ...montants, assurance, total: somme(montants.total, assurance) };
}

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
  const demande = demandeDuMois(dossier, mois);
  if (!demande) return null;
  const { id, locataire, appartement, dateSortie } = dossier;
  return {
    id,
    locataire,
    appartement,
    total: demande.total,
    echeance: echeanceDuMois(dossier, mois),
    partiLe: partiSansConge(dossier, demande.fin) ? dateSortie : null,
  };
}
