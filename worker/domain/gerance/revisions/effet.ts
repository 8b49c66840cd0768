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
import { type LoyerDate, loyersVivants, remiseEnCours } from "./loyers.ts";

/**
 * The way in which a revision is requested: a mail is received on the day of its sending, a letter some days after
 * its posting.
 */
export type Canal = { canal: "mail"; partiLe: Date } | { canal: "lettre"; posteeLe: Jour };

/**
 * The day, in Paris, on which the tenant receives the request of a revision.
 * @param delaiPostal the days that a letter takes
 */
export const jourDeDemande = (envoi: Canal, delaiPostal: number): Jour =>
  envoi.canal === "mail" ? aujourdhui(envoi.partiLe) : ajouterJours(envoi.posteeLe, delaiPostal);

/**
 * The effect of a revision requested late: on the next first day of a month, the day of the request included, or on
 * the day of the request itself.
 */
export type ChoixEffet = "premier_du_mois" | "des_la_demande";

export interface DemandeEffet {
  anniversaire: Jour;
  demandeLe: Jour;
  choix: ChoixEffet;
  /** The last month billed by a receipt that is not cancelled; null without one. */
  dernierMois: Mois | null;
  /**
   * Whether receipts of the difference complete the months already billed; false: the effect waits for a month not
   * billed.
   */
  complement: boolean;
  /** Whether the revision is lost after a year without a request, as under the law of 1989 (art. 17-1, I). */
  renoncable: boolean;
}

export interface Effet {
  effetLe: Jour;
  /** The number of days, from the anniversary on, that keep the former rent because the request came late. */
  joursPerdus: number;
  /** Whether receipts of the difference complete the months already billed. */
  complement: boolean;
}

const premierDuMoisSuivant = (jour: Jour): Jour =>
  jour === premierJour(moisDe(jour)) ? jour : premierJour(ajouterMois(moisDe(jour), 1));

/**
 * The day on which a revision takes effect (loi n° 89-462, art. 17-1, I; revisions/README §15.5): the anniversary
 * when the request comes by that day, else the day that `choix` gives from the request on. When that month is already
 * billed, the effect moves to the first day after the last billed month, unless receipts of the difference complete
 * the months. Null when the revision is lost because a year passed since the anniversary.
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
    joursPerdus: joursPerdus([], { anniversaire, effetLe }),
    complement: demande.complement && libre !== voulu,
  };
}

/**
 * The day on which a revised rent applies (revisions/README §15.5). It is the day of effect or, when a temporary
 * reduction runs on that day, the day on which the former rent comes back: the parties agreed on the reduced amounts.
 * When another revision already waits for that day, the revised rent applies on the next day.
 */
export function apresLaRemise(loyers: readonly LoyerDate[], effetLe: Jour): Jour {
  const fin = remiseEnCours(loyers, effetLe)?.retour ?? effetLe;
  if (remiseEnCours(loyers, ajouterJours(fin, -1)) === null) return fin;
  const suit = loyersVivants(loyers).some(
    ({ depuis, motif }) => depuis === fin && motif === "revision",
  );
  return suit ? ajouterJours(fin, 1) : fin;
}

/**
 * The number of days, from an anniversary on, that keep the former rent because the revision was requested late. The
 * days of a temporary reduction that ends when the revision applies do not count.
 */
export function joursPerdus(
  loyers: readonly LoyerDate[],
  { anniversaire, effetLe }: { anniversaire: Jour; effetLe: Jour },
): number {
  const jusqua = remiseEnCours(loyers, ajouterJours(effetLe, -1))?.depuis ?? effetLe;
  return ecartEnJours(anniversaire, plusTard(jusqua, anniversaire));
}
