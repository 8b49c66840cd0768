import type { Jour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";

/** The states of a departure, in their order, in words (departs/README §14.4). */
export const ETATS_DEPART = {
  recu: "Congé reçu",
  transmis: "Bail transmis",
  visites: "En relocation",
  cles_rendues: "Clés rendues",
  a_arreter: "Compte à arrêter",
  arrete: "À restituer",
  en_attente_de_charges: "En attente des charges",
  restitue: "Restitué",
  reste_du: "Reste dû",
  clos: "Clos",
} as const;

export type EtatDepart = keyof typeof ETATS_DEPART;

/** The dates from which the state of a departure follows. */
export interface FaitsDuDepart {
  /** The holder died, and the lease goes on with others. */
  transmis: boolean;
  /** Visits to let the dwelling again have begun. */
  visites: boolean;
  clesLe: Jour | null;
  /** There is an exit inventory, or somebody said that there will be none. */
  etatDesLieux: boolean;
  arreteLe: Jour | null;
  /** Of the frozen account; cents. */
  restitution: Centimes;
  restitueLe: Jour | null;
  /** Owed by the tenant above his deposit, by the frozen accounts; cents. */
  resteDu: Centimes;
  /** Kept until the charges are approved, and not settled yet; cents. */
  provision: Centimes;
  clotLe: Jour | null;
}

/** The state of a departure, derived from its dates. */
export function etatDepart(depart: FaitsDuDepart): EtatDepart {
  const { visites, clesLe, etatDesLieux, arreteLe, restitution, restitueLe } = depart;
  if (arreteLe !== null) {
    if (restitution > 0 && restitueLe === null) return "arrete";
    if (depart.provision > 0) return "en_attente_de_charges";
    if (depart.clotLe !== null) return "clos";
    return restitution === 0 && depart.resteDu > 0 ? "reste_du" : "restitue";
  }
  if (depart.clotLe !== null) return "clos";
  if (clesLe !== null) return etatDesLieux ? "a_arreter" : "cles_rendues";
  if (depart.transmis) return "transmis";
  return visites ? "visites" : "recu";
}

/** Whether nothing is left to give back nor to wait for: the departure may be closed. */
export const estSolde = (etat: EtatDepart | null): boolean =>
  etat === "restitue" || etat === "reste_du" || etat === "clos";
