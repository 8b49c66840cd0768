import { ecartEnJours, type Jour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";

/** The funds of others that nobody has claimed, in words (livres/README §12.25). */
export const GENRES_NON_RECLAMES = {
  a_identifier: "Reçu d’un payeur inconnu",
  pour_proprietaire: "Reçu ici, dû à un propriétaire",
  avance: "Avance d’un locataire parti",
  depot: "Dépôt d’un locataire parti, compte de sortie à arrêter",
  restitution: "Compte de sortie arrêté, somme non virée",
  reversement: "Compte rendu validé, somme non virée",
} as const;

export type GenreNonReclame = keyof typeof GENRES_NON_RECLAMES;

/** A sum that the agency holds and that waits for its owner, `GET /FondsNonReclames`. */
export interface FondsNonReclame {
  genre: GenreNonReclame;
  /** Whose it is, as far as anybody knows. */
  qui: string;
  /** The page where something may be done about it. */
  entite: "LigneReleve" | "Dossier" | "CompteRendu";
  id: number;
  depuis: Jour;
  montant: Euros;
}

/** How long funds have waited, in bands that a check by the guarantor looks at. */
export const ANCIENNETES = {
  recent: "Moins d’un mois",
  mois: "D’un mois à un an",
  annee: "Plus d’un an",
} as const;

export type Anciennete = keyof typeof ANCIENNETES;

/** The band of a sum that waits since a day. */
export function anciennete(depuis: Jour, today: Jour): Anciennete {
  const jours = ecartEnJours(depuis, today);
  if (jours > 365) return "annee";
  return jours > 30 ? "mois" : "recent";
}
