import type { Euros } from "../../montants.ts";

/** The debt of a tenant on an evening, by age; euros. */
export interface Creance {
  /** « D000123 », and the record that it names. */
  dossier: string;
  DossierId: number;
  locataire: string;
  lot: string;
  mandat: string;
  total: Euros;
  aEchoir: Euros;
  jusqua30: Euros;
  jusqua60: Euros;
  jusqua90: Euros;
  auDela: Euros;
}
