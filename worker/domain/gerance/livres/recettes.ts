import type { Jour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import type { ModeReglement } from "../locataires/reglement.ts";

/**
 * A sum that the agency received for others (livres/README §12.27); below zero, a sum that the bank took back. Euros.
 * A cheque counts on the day of its receipt.
 */
export interface Recette {
  /** The number of the entry: « 2026-000123 ». */
  ecriture: string;
  date: Jour;
  /** The day of the recorded event: earlier than `date` when the period of that day was already closed. */
  pieceDate: Jour;
  /** The number of the tenant's payment; null for a sum that is no payment of a tenant. */
  reglement: string | null;
  locataire: string;
  mandat: string;
  mode: ModeReglement | null;
  libelle: string;
  montant: Euros;
}
