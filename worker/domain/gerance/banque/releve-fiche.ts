import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { facultatif, identifiant } from "../../fields.ts";
import type { ETATS_DE_LIGNE, FormatReleve } from "./releve.ts";

/** The fields sent beside the file of a bank statement; the bank account is needed when the file names none. */
export const importation = z.strictObject({
  CompteBancaireId: facultatif(identifiant()),
  /** The meaning of the columns, as JSON, for a CSV file with unknown headers. */
  colonnes: z.optional(z.string()),
});

/** The imported statement of one bank account. */
export interface ReleveImporte {
  id: number;
  CompteBancaireId: number;
  /** The name of the bank account. */
  compte: string;
  lignes: number;
  nouvelles: number;
  connues: number;
  du: Jour | null;
  au: Jour | null;
  /** The balances before the first line and after the last, in euros; null: the file does not give the balance. */
  ancienSolde: number | null;
  nouveauSolde: number | null;
  /** Whether the lines are proven, by this statement or by others that give the same lines (banque/README §12.5). */
  prouve: boolean;
}

/** A statement just imported, with the number of lines matched automatically. */
export interface ReleveRapproche extends ReleveImporte {
  rapprochees: number;
  /**
   * The French sentence, with the days and the gap, when the statement does not continue the last proven one, or the
   * last one when none is proven; else null.
   */
  saut: string | null;
}

/** The result of an import: the totals of the file, then one statement for each bank account. */
export interface Importation
  extends Pick<ReleveRapproche, "id" | "lignes" | "nouvelles" | "connues" | "rapprochees"> {
  format: FormatReleve;
  releves: ReleveRapproche[];
  /** The number of operations left out because they moved no money: refused, cancelled or still to come. */
  sansEffet: number;
  /** The masked accounts of the file that are no account of the agency; their lines are dropped. */
  inconnus: string[];
}

export interface ReleveRow extends ReleveImporte {
  format: FormatReleve;
  /** The name of the imported file. */
  nom: string;
  /** The number of lines still to match; lines booked with an unknown payer are not counted. */
  aRapprocher: number;
  /** The number of booked lines whose payer is unknown. */
  aIdentifier: number;
  /**
   * The first balance of this statement less the last balance of the previous one, in euros: lines are missing between
   * the two. Only proven statements count as previous once the account has one. Null without a gap.
   */
  ecart: number | null;
  user: string | null;
  createdAt: string;
}

export interface ReleveDetail extends ReleveRow {
  /**
   * Whether the file is stored. Only `POST /Releve/{id}/reveler` gives its address, because the file holds whole
   * IBANs.
   */
  fichier: boolean;
  /** The French reason why the statement may not be removed; null: it may be removed. */
  retrait: string | null;
  canDelete: boolean;
}

/** A movement of a bank account, and its match. */
export interface LigneReleveRow {
  id: number;
  ReleveId: number;
  CompteBancaireId: number;
  date: Jour;
  valeur: Jour | null;
  /** Euros; below zero, money that leaves. */
  montant: number;
  libelle: string;
  reference: string | null;
  tiers: string | null;
  /** The masked IBAN of the payer or the person paid: « FR76 •••• •••• •••• 0185 ». */
  iban: string | null;
  rejet: boolean;
  /** Whether a proven statement contains the line (banque/README §12.5). */
  prouvee: boolean;
  etat: (typeof ETATS_DE_LIGNE)[number];
  automatique: boolean;
  motif: string | null;
  /** The line of an earlier file, in another format, that is probably the same movement (banque/README §12.5). */
  doublonDe: number | null;
  updatedAt: string;
  version: number;
}
