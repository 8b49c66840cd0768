import type { Euros } from "../../montants.ts";
import type { ModeFonds } from "./mots-de-conditions.ts";

/**
 * `GET /Mission/{id}/compte`: the balances of a mandate's accounts today (locataires/README §12.2, cloture/README
 * §12.17); euros.
 */
export interface CompteDuMandat {
  MissionId: number;
  modeFonds: ModeFonds;
  /** The sum owed to its owners (4670): below zero, they owe it. */
  solde: Euros;
  /** The sum left to them by accounts, which no batch has paid yet (4672). */
  aReverser: Euros;
  /** The sums called from tenants and not received (4671). */
  appele: Euros;
  /** Deposits that the agency holds for its tenants (165). */
  depots: Euros;
  /** The fees invoiced that were neither taken nor paid (411H, less 4680): taken from the next funds, or for its owners to pay. */
  honorairesDus: Euros;
}
