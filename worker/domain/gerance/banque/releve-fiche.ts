import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { facultatif, identifiant } from "../../fields.ts";
import type { ETATS_DE_LIGNE, FormatReleve } from "./releve.ts";

/** What comes beside the file: its account, when the file is of one alone. */
export const importation = z.strictObject({
  CompteBancaireId: facultatif(identifiant()),
  /** What its columns hold, as JSON, for a CSV file whose headers do not say it. */
  colonnes: z.optional(z.string()),
});

/** A statement as it was imported: of one account. */
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
  /** It tells its account and its balances: its lines show what the bank has seen. */
  prouve: boolean;
}

/** A statement just imported: how many of its lines were matched of themselves. */
export interface ReleveRapproche extends ReleveImporte {
  rapprochees: number;
}

/** What an import made of a file: in all, then by account. */
export interface Importation
  extends Pick<ReleveRapproche, "id" | "lignes" | "nouvelles" | "connues" | "rapprochees"> {
  format: FormatReleve;
  releves: ReleveRapproche[];
  /** Operations left out: refused, cancelled or still to come, they moved nothing. */
  sansEffet: number;
  /** The accounts of the file that the agency has not, as they may be shown: none of their lines was kept. */
  inconnus: string[];
}

export interface ReleveRow extends ReleveImporte {
  format: FormatReleve;
  /** Of the file. */
  nom: string;
  /** Lines that nothing was made of yet. */
  aRapprocher: number;
  /** Lines that came in and that somebody must still identify. */
  aIdentifier: number;
  /** Euros between the balance it begins with and that of the statement before: lines are missing; null when none are. */
  ecart: number | null;
  user: string | null;
  createdAt: string;
}

export interface ReleveDetail extends ReleveRow {
  /** Its file is kept: `POST /Releve/{id}/reveler` says where, for it holds whole IBANs. */
  fichier: boolean;
  /** Why it may not be taken out, in words; null: it may. */
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
  /** Euros; what leaves is negative. */
  montant: number;
  libelle: string;
  reference: string | null;
  tiers: string | null;
  /** « FR76 •••• •••• •••• 0185 ». */
  iban: string | null;
  rejet: boolean;
  /** A statement that told its account and its balances has it. */
  prouvee: boolean;
  etat: (typeof ETATS_DE_LIGNE)[number];
  automatique: boolean;
  motif: string | null;
  /** The line of an earlier file of another format that is probably the same movement (domain/README §12.5). */
  doublonDe: number | null;
  updatedAt: string;
  version: number;
}
