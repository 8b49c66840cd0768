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
import type { Centimes } from "../livres/repartition.ts";
import { renoncementDe } from "./anniversaires.ts";
import { premierJourLibre } from "./changement.ts";
import type { LoyerDuMois } from "./loyer-du-mois.ts";

/** How a revision is asked from the tenant: a mail is received the day it leaves. */
export type Canal = { canal: "mail"; partiLe: Date } | { canal: "lettre"; posteeLe: Jour };

/** The day on which a revision is asked, in Paris. @param delaiPostal days that a letter takes */
export const jourDeDemande = (envoi: Canal, delaiPostal: number): Jour =>
  envoi.canal === "mail" ? aujourdhui(envoi.partiLe) : ajouterJours(envoi.posteeLe, delaiPostal);

/** From when a revision asked late takes effect: the next first of a month, or the request itself. */
export type ChoixEffet = "premier_du_mois" | "des_la_demande";

/** The facts that decide the day of effect of a revision. */
export interface DemandeEffet {
  anniversaire: Jour;
  demandeLe: Jour;
  choix: ChoixEffet;
  /** The last month that a living receipt bills; null without one. */
  dernierMois: Mois | null;
  /** A month already billed is completed by a receipt of the difference, instead of waiting for the next one. */
  complement: boolean;
  /** The law waives what is not asked within a year (art. 17-1, I): not outside of it. */
  renoncable: boolean;
}

/** The day on which a revision takes effect. */
export interface Effet {
  effetLe: Jour;
  /** The days since the anniversary that keep the former rent. */
  joursPerdus: number;
  /** The months already billed are completed from that day on. */
  complement: boolean;
}

const premierDuMoisSuivant = (jour: Jour): Jour =>
  jour === premierJour(moisDe(jour)) ? jour : premierJour(ajouterMois(moisDe(jour), 1));

/**
 * The day on which a revision takes effect (loi n° 89-462, art. 17-1, I; revisions/README §15.5): asked before the
 * anniversary, that day; later, never before the request. A month that is billed waits for the next one, unless it is
 * completed. Null once a year has passed: the owner waived it.
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

/**
 * The receipt that completes a month already billed: the difference with the rent under the rows that stand now; cents,
 * below zero when the rent falls.
 */
export const complementDuMois = (
  facture: { loyerHC: Centimes; charge: Centimes },
  present: LoyerDuMois,
): { loyerHC: Centimes; charge: Centimes } => ({
  loyerHC: present.loyerHC - facture.loyerHC,
  charge: present.charge - facture.charge,
});
