import { ecartEnJours, type Jour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";

/** The kinds of sums that the agency holds and that nobody has claimed (livres/README §12.25). */
export const GENRES_NON_RECLAMES = {
  a_identifier: "Reçu d’un payeur inconnu",
  pour_proprietaire: "Reçu ici, dû à un propriétaire",
  avance: "Avance d’un locataire parti",
  trop_percu: "Trop-perçu d’un locataire, somme non virée",
  depot: "Dépôt d’un locataire parti, compte de sortie à arrêter",
  restitution: "Compte de sortie arrêté, somme non virée",
  reversement: "Compte rendu validé, somme non virée",
} as const;

export type GenreNonReclame = keyof typeof GENRES_NON_RECLAMES;

/** A row of `GET /FondsNonReclames`: a sum that the agency holds until somebody claims it. */
export interface FondsNonReclame {
  genre: GenreNonReclame;
  /** The person to whom the sum seems to belong, in French words. */
  qui: string;
  /** The kind of page on which staff can deal with the sum. */
  entite: "LigneReleve" | "Dossier" | "CompteRendu";
  id: number;
  depuis: Jour;
  montant: Euros;
}

/** The bands of waiting time. */
export const ANCIENNETES = {
  recent: "Moins d’un mois",
  mois: "D’un mois à un an",
  annee: "Plus d’un an",
} as const;

export type Anciennete = keyof typeof ANCIENNETES;

/** The band of waiting time of a sum that has waited since `depuis`: up to 30 days, up to 365 days, more. */
export function anciennete(depuis: Jour, today: Jour): Anciennete {
  const jours = ecartEnJours(depuis, today);
  if (jours > 365) return "annee";
  return jours > 30 ? "mois" : "recent";
}
