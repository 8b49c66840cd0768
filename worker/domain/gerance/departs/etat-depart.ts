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

export interface FaitsDuDepart {
  /** Whether the holder died and the lease goes on with others. */
  transmis: boolean;
  /** Whether visits to let the dwelling again have begun. */
  visites: boolean;
  clesLe: Jour | null;
  /** Whether an exit inventory exists, or staff said that there will be none. */
  etatDesLieux: boolean;
  arreteLe: Jour | null;
  /** The sum that the frozen accounts give back; cents. */
  restitution: Centimes;
  restitueLe: Jour | null;
  /** The sum that the tenant owes above his deposit, by the frozen accounts; cents. */
  resteDu: Centimes;
  /** The provision kept until the charges are approved, and not settled yet; cents. */
  provision: Centimes;
  clotLe: Jour | null;
}

/** The state of a departure that was noted, derived from its facts. */
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

/** Whether nothing remains to give back or to wait for, so that the departure may be closed. */
export const estSolde = (etat: EtatDepart | null): boolean =>
  etat === "restitue" || etat === "reste_du" || etat === "clos";
