// Apart from the schemas of forms: the dossier shows its rents without their library.

import type { Jour, Mois } from "../../dates.ts";
import type { MotifLoyer } from "./loyers.ts";

/** Why the parties change a rent from a day on, in words (revisions/README §15.8). */
export const MOTIFS_CONVENUS = {
  avenant: "Accord des parties",
  travaux: "Travaux",
  provision: "Nouvelle provision pour charges",
  remise: "Remise temporaire",
  renouvellement: "Renouvellement du bail",
} as const;

export type MotifConvenu = keyof typeof MOTIFS_CONVENUS;

/** A change of rent as a person asks for it. */
export interface ChangementVoulu {
  motif: MotifConvenu;
  depuis: Jour;
  /** The last day of a remission. */
  jusquau: Jour | null;
  loyerHC: number;
  loyerCharge: number;
  commentaire: string | null;
  finTravaux: Jour | null;
  facture: string | null;
}

/**
 * Whether the parties sign an avenant for a change of rent: a provision follows from the charges (art. 23), and the rent
 * of a renewal from its proposal (art. 17-2), which this product does not write.
 */
export const aUnAvenant = ({ motif, rang }: { motif: MotifLoyer; rang: number | null }): boolean =>
  rang !== null && motif !== "provision" && motif !== "renouvellement";

/** A rent of a lease from a day on, as `GET /Dossier/{id}/loyers` tells it; euros. */
export interface LoyerRow {
  id: number;
  depuis: Jour;
  loyerHC: number;
  loyerCharge: number;
  motif: MotifLoyer;
  /** The number of the change, that of its avenant; null for the other rows. */
  rang: number | null;
  commentaire: string | null;
  finTravaux: Jour | null;
  facture: string | null;
  RevisionId: number | null;
  user: string | null;
  createdAt: string;
  annuleLe: string | null;
  motifAnnulation: string | null;
  /** It is the one in force today. */
  enVigueur: boolean;
  /** It may be annulled. */
  annulable: boolean;
  /** Its parties sign an avenant. */
  avenant: boolean;
  /** The signed avenant is kept. */
  signe: boolean;
}

/** The rents of a dossier, oldest first, and what a change of them starts from. */
export interface LoyersDuDossier {
  loyers: LoyerRow[];
  /** The last month that a living receipt bills; null without one. */
  dernierMois: Mois | null;
  /** The first day from which a new rent may be agreed on. */
  auPlusTot: Jour;
}
