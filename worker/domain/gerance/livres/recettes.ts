import type { Jour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import type { ModeReglement } from "../locataires/reglement.ts";

/**
 * A sum that the agency received for others, or that the bank took back of it, below zero (livres/README §12.27); euros.
 * A cheque counts on the day it was received.
 */
export interface Recette {
  /** The number of its entry: « 2026-000123 ». */
  ecriture: string;
  date: Jour;
  /** The day of its fact, earlier where its period was closed. */
  pieceDate: Jour;
  /** The number of the payment of a tenant. */
  reglement: string | null;
  locataire: string;
  mandat: string;
  mode: ModeReglement | null;
  libelle: string;
  montant: Euros;
}
