import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { facultatif, identifiant } from "../../fields.ts";
import type { ETATS_DE_LIGNE, FormatReleve } from "./releve.ts";

/** The fields that come beside the file: its account, when the file has only one. */
export const importation = z.strictObject({
  CompteBancaireId: facultatif(identifiant()),
  /** The meaning of its columns, as JSON, for a CSV file whose headers do not say it. */
  colonnes: z.optional(z.string()),
});

/** An imported statement of one account. */
export interface ReleveImporte {
  id: number;
  CompteBancaireId: number;
  /** The name of the account. */
  compte: string;
  lignes: number;
  nouvelles: number;
  connues: number;
  du: Jour | null;
  au: Jour | null;
  /** Euros; null: the file does not say. */
  ancienSolde: number | null;
  nouveauSolde: number | null;
  /** It names its account and tells its balances: its lines show what the bank has seen. */
  prouve: boolean;
}

/** A statement just imported, with the count of lines that were matched automatically. */
export interface ReleveRapproche extends ReleveImporte {
  rapprochees: number;
}

/** The result of the import of a file: in all, then by account. */
export interface Importation
  extends Pick<ReleveRapproche, "id" | "lignes" | "nouvelles" | "connues" | "rapprochees"> {
  format: FormatReleve;
  releves: ReleveRapproche[];
  /** Operations left out: refused, cancelled or still to come, they moved nothing. */
  sansEffet: number;
  /** The accounts of the file that the agency does not have, masked: none of their lines was kept. */
  inconnus: string[];
}

export interface ReleveRow extends ReleveImporte {
  format: FormatReleve;
  /** The name of the file. */
  nom: string;
  /** The count of lines that are still to match. */
  aRapprocher: number;
  /** The count of incoming lines whose payer is still to identify. */
  aIdentifier: number;
  /**
   * Euros between its first balance and the last one of the statement before: lines are missing; null when none are.
   */
  ecart: number | null;
  user: string | null;
  createdAt: string;
}

export interface ReleveDetail extends ReleveRow {
  /** Its file is kept: `POST /Releve/{id}/reveler` gives its address, for it holds whole IBANs. */
  fichier: boolean;
  /** The reason why it may not be taken out, in words; null: it may. */
  retrait: string | null;
  canDelete: boolean;
}

/** A movement of a bank account, and what was made of it. */
export interface LigneReleveRow {
  id: number;
  ReleveId: number;
  CompteBancaireId: number;
  date: Jour;
  valeur: Jour | null;
  /** Euros; a sum that leaves is negative. */
  montant: number;
  libelle: string;
  reference: string | null;
  tiers: string | null;
  /** « FR76 •••• •••• •••• 0185 ». */
  iban: string | null;
  rejet: boolean;
  /** It is on a proven statement, one that told its account and its balances. */
  prouvee: boolean;
  etat: (typeof ETATS_DE_LIGNE)[number];
  automatique: boolean;
  motif: string | null;
  /** The line of an earlier file of another format that is probably the same movement (banque/README §12.5). */
  doublonDe: number | null;
  updatedAt: string;
  version: number;
}
