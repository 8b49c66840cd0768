import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  ecartEnJours,
  type Jour,
  type Mois,
  moisDe,
  plusTard,
  premierJour,
} from "../../dates.ts";
import { renoncementDe } from "./anniversaires.ts";
import { premierJourLibre } from "./changement.ts";

/** How a revision is asked of the tenant: by a mail, received on the day it leaves, or by a letter. */
export type Canal = { canal: "mail"; partiLe: Date } | { canal: "lettre"; posteeLe: Jour };

/**
 * The day, in Paris, on which the tenant receives the request of a revision. @param delaiPostal days that a letter
 * takes
 */
export const jourDeDemande = (envoi: Canal, delaiPostal: number): Jour =>
  envoi.canal === "mail" ? aujourdhui(envoi.partiLe) : ajouterJours(envoi.posteeLe, delaiPostal);

/** When a revision asked late takes effect: on the first day of the next month, or on the day of the request. */
export type ChoixEffet = "premier_du_mois" | "des_la_demande";

/** The facts that decide the day of effect of a revision. */
export interface DemandeEffet {
  anniversaire: Jour;
  demandeLe: Jour;
  choix: ChoixEffet;
  /** The last month that a receipt not cancelled bills; null without one. */
  dernierMois: Mois | null;
  /** Whether a receipt of the difference completes a month already billed, instead of waiting for the next month. */
  complement: boolean;
  /**
   * Whether the revision is lost after a year without a request, as in a lease under the law of 1989 (art. 17-1, I).
   */
  renoncable: boolean;
}

/** The day on which a revision takes effect, and what follows from it. */
export interface Effet {
  effetLe: Jour;
  /** The days between the anniversary and the effect, which keep the former rent. */
  joursPerdus: number;
  /** Whether receipts of the difference complete the months already billed. */
  complement: boolean;
}

const premierDuMoisSuivant = (jour: Jour): Jour =>
  jour === premierJour(moisDe(jour)) ? jour : premierJour(ajouterMois(moisDe(jour), 1));

/**
 * The day on which a revision takes effect (loi n° 89-462, art. 17-1, I; revisions/README §15.5): the anniversary when
 * it is asked before, else never a day before the request. A month already billed moves the effect to the next month,
 * unless a receipt completes it. Null when the owner lost the revision because a year passed.
 */
export function effetDeLaDemande(demande: DemandeEffet): Effet | null {
  const { anniversaire, demandeLe, choix, dernierMois, renoncable } = demande;
  if (renoncable && demandeLe >= renoncementDe(anniversaire)) return null;
  const apres = choix === "des_la_demande" ? demandeLe : premierDuMoisSuivant(demandeLe);
  const voulu = demandeLe <= anniversaire ? anniversaire : apres;
  const libre = premierJourLibre(voulu, dernierMois);
  const effetLe = demande.complement ? voulu : libre;
  return {
    effetLe,
    joursPerdus: ecartEnJours(anniversaire, plusTard(effetLe, anniversaire)),
    complement: demande.complement && libre !== voulu,
  };
}
