import type { Jour } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import { GENRES, type Genre, type Journal, type Livre } from "./ecritures.ts";
import type { CompteDeFec } from "./fec.ts";

// The books as an accountant reads them on screen (livres/README §12.30); euros, balances are debits less credits.

/** The record behind an entry: the screen that tells what happened. `releve`: the statement of a bank line. */
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

/** An account on two evenings, and its movements between them. */
export interface CompteDuLivre {
  id: number;
  genre: CompteDeFec;
  /** Its number in the FEC: « 411000 ». */
  numero: string;
  intitule: string;
  /** Its holder: a dossier, a mandate, a supplier, a bank account; null for the sum of all holders. */
  de: number | null;
  tiers: string | null;
  report: Euros;
  debit: Euros;
  credit: Euros;
  solde: Euros;
}

/** A line of an account, or of a journal. */
export interface LigneEcrite {
  id: number;
  /** The number of its entry: « 2026-000012 ». */
  ecriture: string;
  date: Jour;
  /** The day of its fact: before `date` when its period was closed. */
  pieceDate: Jour;
  journal: Journal;
  libelle: string;
  /** What was called, in words: « Loyer »; null for a line of another account. */
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
  /** The journals that the period has. */
  journaux: Journal[];
}

/** A line that nothing had settled by an evening. */
export interface PieceOuverte {
  id: number;
  date: Jour;
  pieceDate: Jour;
  piece: string | null;
  libelle: string;
  /** What was called, in words: « Loyer »; null for a supplier's bill. */
  nature: string | null;
  source: PieceDEcriture | null;
  debit: Euros;
  credit: Euros;
  /** Whether a supplier's bill had been approved for payment; null for a line of the books. */
  etat: "bon_a_payer" | "notee" | null;
}

/** A holder whose account was not settled on an evening, with its open lines: they add up to its balance. */
export interface TiersOuvert {
  id: number;
  tiers: string;
  /** Below zero, the agency owes it. */
  solde: Euros;
  pieces: PieceOuverte[];
}

/** `GET /Export/locataires`, `GET /Export/fournisseurs`: a page of holders, and the sum of all of them. */
export interface TiersOuverts {
  lignes: TiersOuvert[];
  total: number;
  solde: Euros;
}

/** The accounts of a book, in the order of their numbers. */
export const genresDuLivre = (livre: Livre): Genre[] =>
  (Object.keys(GENRES) as Genre[]).filter((genre) => GENRES[genre].livre === livre);

/** Whether each holder has an account of this kind. */
export const aDesTiers = (genre: Genre): boolean => GENRES[genre].de !== null;

/** A page of a list: how many rows, and how many come before. */
export interface PageLue {
  limit: number;
  offset: number;
}
