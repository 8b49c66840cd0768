import type { Jour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import type { ModeReglement } from "../locataires/reglement.ts";

/**
 * A sum that the agency received for others; below zero, the bank took it back (livres/README §12.27). Euros. A cheque
 * counts on the day it was received.
 */
export interface Recette {
  /** The number of the entry: « 2026-000123 ». */
  ecriture: string;
  date: Jour;
  /** The day of the fact: earlier than `date` when its period was already closed. */
  pieceDate: Jour;
  /** The number of the tenant's payment; null for another receipt. */
  reglement: string | null;
  locataire: string;
  mandat: string;
  mode: ModeReglement | null;
  libelle: string;
  montant: Euros;
}
