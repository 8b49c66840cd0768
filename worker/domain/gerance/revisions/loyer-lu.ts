// This file is apart from the form schemas, so that the page of a dossier does not load the schema library.

import type { Jour, Mois } from "../../dates.ts";
import type { MotifLoyer } from "./loyers.ts";

/** The reasons for which the parties change a rent, with their words (revisions/README §15.8). */
export const MOTIFS_CONVENUS = {
  avenant: "Accord des parties",
  travaux: "Travaux",
  provision: "Nouvelle provision pour charges",
  remise: "Remise temporaire",
  renouvellement: "Renouvellement du bail",
} as const;

export type MotifConvenu = keyof typeof MOTIFS_CONVENUS;

/** A change of rent as staff enter it; euros or cents, as the caller chooses. */
export interface ChangementVoulu {
  motif: MotifConvenu;
  depuis: Jour;
  /** The last day of a temporary reduction; null for a lasting change. */
  jusquau: Jour | null;
  loyerHC: number;
  loyerCharge: number;
  commentaire: string | null;
  finTravaux: Jour | null;
  facture: string | null;
}

/**
 * Whether the parties sign an avenant (amendment) for a change of rent. They sign none for a new provision, which
 * follows from the charges (art. 23), nor for the rent of a renewal, which follows from a proposal that the product
 * does not write (art. 17-2).
 */
export const aUnAvenant = ({ motif, rang }: { motif: MotifLoyer; rang: number | null }): boolean =>
  rang !== null && motif !== "provision" && motif !== "renouvellement";

/** A row of `GET /Dossier/{id}/loyers`: a rent of a lease from a day on; euros. */
export interface LoyerRow {
  id: number;
  depuis: Jour;
  loyerHC: number;
  loyerCharge: number;
  motif: MotifLoyer;
  /** The number of the change and of its avenant (amendment); null for a row that no agreed change wrote. */
  rang: number | null;
  commentaire: string | null;
  finTravaux: Jour | null;
  facture: string | null;
  RevisionId: number | null;
  user: string | null;
  createdAt: string;
  annuleLe: string | null;
  motifAnnulation: string | null;
  enVigueur: boolean;
  annulable: boolean;
  /** Whether the parties sign an avenant (amendment) for this change. */
  avenant: boolean;
  /** Whether the signed avenant is stored. */
  signe: boolean;
}

/** The rents of a dossier, the oldest first, and the facts that limit a new change. */
export interface LoyersDuDossier {
  loyers: LoyerRow[];
  /** The last month billed by a receipt that is not cancelled; null without one. */
  dernierMois: Mois | null;
  /** The first day proposed for a new rent: in a month that no receipt bills, and not before the present month. */
  auPlusTot: Jour;
}
