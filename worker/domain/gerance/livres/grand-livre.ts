import type { Jour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import { GENRES, type Genre, type Journal, type Livre } from "./ecritures.ts";
import type { CompteDeFec } from "./fec.ts";

// The books as an accountant reads them on screen (livres/README §12.30). Amounts in euros; balances are debits less
// credits.

/** The kinds of records behind an entry, each with a screen; `releve`: the bank statement that lists the bank line. */
export type GenreDePiece =
  | "quittance"
  | "reglement"
  | "depense"
  | "compte-rendu"
  | "lot"
  | "releve"
  | "mandat"
  | "dossier";

export interface PieceDEcriture {
  genre: GenreDePiece;
  id: number;
}

/** An account: its balances on two evenings, and its movements between the two. */
export interface CompteDuLivre {
  id: number;
  genre: CompteDeFec;
  /** The number of the account in the FEC: « 411000 ». */
  numero: string;
  intitule: string;
  /**
   * The id of the holder of the account: a dossier, a mandate, a supplier, a bank account. Null for an account without
   * a holder, and for the sum of all holders.
   */
  de: number | null;
  tiers: string | null;
  report: Euros;
  debit: Euros;
  credit: Euros;
  solde: Euros;
}

export interface LigneEcrite {
  id: number;
  /** The number of the entry: « 2026-000012 ». */
  ecriture: string;
  date: Jour;
  /** The day of the recorded event: earlier than `date` when the period of that day was already closed. */
  pieceDate: Jour;
  journal: Journal;
  libelle: string;
  /** The nature of the sum, in words: « Loyer »; null for a line without a nature. */
  nature: string | null;
  piece: string | null;
  source: PieceDEcriture | null;
  genre: Genre;
  numero: string;
  intitule: string;
  de: number | null;
  tiers: string | null;
  debit: Euros;
  credit: Euros;
  lettre: string | null;
  lettreeLe: Jour | null;
  /** The balance of the account after the line; null in a journal. */
  solde: Euros | null;
}

/** `GET /Export/grand-livre`: a page of the lines of an account. */
export interface GrandLivre {
  lignes: LigneEcrite[];
  total: number;
  compte: CompteDuLivre;
  /** The balance before the first line of the page. */
  avant: Euros;
}

/** `GET /Export/journal`: a page of the lines of a journal, in the order of their entries. */
export interface JournalLu {
  lignes: LigneEcrite[];
  total: number;
  debit: Euros;
  credit: Euros;
  /** The journals that have an entry in the period. */
  journaux: Journal[];
}

/**
 * A line not fully settled on a given evening, with its whole amount; for a supplier, also a bill outside the books.
 */
export interface PieceOuverte {
  id: number;
  date: Jour;
  pieceDate: Jour;
  piece: string | null;
  libelle: string;
  /** The nature of the sum called, in words: « Loyer »; null for a supplier's bill. */
  nature: string | null;
  source: PieceDEcriture | null;
  debit: Euros;
  credit: Euros;
  /** The approval of a supplier's bill for payment; null for a line of the books. */
  etat: "bon_a_payer" | "notee" | null;
}

/** A holder whose account was not settled on an evening, with the open lines that make up the balance. */
export interface TiersOuvert {
  id: number;
  tiers: string;
  /** Below zero, the agency owes the sum to the holder. */
  solde: Euros;
  pieces: PieceOuverte[];
}

/**
 * `GET /Export/locataires`, `GET /Export/fournisseurs`: a page of holders; `total`: the number of all the holders;
 * `solde`: the sum of their balances.
 */
export interface TiersOuverts {
  lignes: TiersOuvert[];
  total: number;
  solde: Euros;
}

/** The kinds of accounts of a book, in any order. */
export const genresDuLivre = (livre: Livre): Genre[] =>
  (Object.keys(GENRES) as Genre[]).filter((genre) => GENRES[genre].livre === livre);

/** Whether each account of this kind has a holder: a dossier, a mandate, a supplier, a bank account. */
export const aDesTiers = (genre: Genre): boolean => GENRES[genre].de !== null;

/** A page of a list: its number of rows, and the number of rows before it. */
export interface PageLue {
  limit: number;
  offset: number;
}

/**
 * A request for a page of the holders whose account was not settled at the end of the day `au`; `q`: only the holders
 * that match this text.
 */
export interface UnSoir extends PageLue {
  au: Jour;
  q?: string | undefined;
}
