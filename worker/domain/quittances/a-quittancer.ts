// The amounts to bill for a month to leases that have no receipt. Only the screens that generate receipts load this
// file.

import type { Jour, Mois } from "../dates.ts";
import type { DouziemesDemandes } from "../gerance/locataires/assurance-pour-compte.ts";
import type { LoyerTenu } from "../gerance/revisions/loyers.ts";
import { type Euros, somme } from "../montants.ts";
import { echeanceDuMois } from "./echeance.ts";
import {
  type DatesOccupation,
  type MontantsDuMois,
  montantsDuMois,
  partiSansConge,
} from "./jours-de-loyer.ts";

/** The sums to bill to a dossier: its rents, and the twelfths of insurances taken out for the tenant; euros. */
export interface SommesDemandees {
  loyers: readonly LoyerTenu[];
  douziemes: DouziemesDemandes;
}

/**
 * The sums to bill to a dossier for a month; `assurance`: the twelfth of an insurance taken out for the tenant
 * (locataires/README §12.28); euros.
 */
export interface DemandeDuMois extends MontantsDuMois {
  assurance: Euros;
}

/** The sums of the automatic receipt of a month, in euros; null when the lease covers no day of the month. */
export function demandeDuMois(
  dossier: DatesOccupation & SommesDemandees,
  mois: Mois,
): DemandeDuMois | null {
  const montants = montantsDuMois(dossier, mois);
  const assurance = dossier.douziemes[mois] ?? 0;
  return montants && { ...montants, assurance, total: somme(montants.total, assurance) };
}

/** A dossier to bill for a month, as a list shows it beforehand. */
export interface DossierAQuittancer {
  id: number;
  locataire: string;
  appartement: string;
  /** The total of the month in euros. */
  total: number;
  echeance: Jour;
  /** The tenant's day of leaving, when later days of rent are billed without a notice; else null. */
  partiLe: Jour | null;
}

/** The row of a dossier to bill for a month; null when the lease covers no day of the month. */
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
