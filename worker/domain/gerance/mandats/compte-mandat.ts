import type { Euros } from "../../montants.ts";
import type { ModeFonds } from "./mots-de-conditions.ts";

/** `GET /Mission/{id}/compte`: what the accounts of a mandate hold today (domain/README §12.2, §12.17); euros. */
export interface CompteDuMandat {
  MissionId: number;
  modeFonds: ModeFonds;
  /** What is owed to its owners (4670): below zero, they owe it. */
  solde: Euros;
  /** What accounts left to them and no batch paid yet (4672). */
  aReverser: Euros;
  /** What was called from tenants, and not received (4671). */
  appele: Euros;
  /** Deposits that the agency holds for its tenants (165). */
  depots: Euros;
  /** Fees that the owners pay themselves, and have not paid (411H). */
  honorairesDus: Euros;
}
