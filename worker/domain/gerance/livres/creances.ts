import type { Euros } from "../../montants.ts";

/** The debt of a tenant at the end of a day, split by days of delay; euros. */
export interface Creance {
  /** The number of the dossier: « D000123 ». */
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
