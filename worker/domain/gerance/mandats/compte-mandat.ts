import type { Euros } from "../../montants.ts";
import type { ModeFonds } from "./mots-de-conditions.ts";

/**
 * `GET /Mission/{id}/compte`: the ledger balances of a mandate today (locataires/README §12.2, cloture/README §12.17);
 * euros.
 */
export interface CompteDuMandat {
  MissionId: number;
  modeFonds: ModeFonds;
  /** The money held for the owners (account 4670); below zero, the owners owe it. */
  solde: Euros;
  /** The money due to the owners by validated statements and not transferred yet (account 4672). */
  aReverser: Euros;
  /** The sums called from tenants and not received (account 4671). */
  appele: Euros;
  /** The tenants' deposits held by the agency (account 165). */
  depots: Euros;
  /**
   * The invoiced fees that the agency has neither taken from the owners' money nor received from them (account 411H,
   * less 4680).
   */
  honorairesDus: Euros;
}
