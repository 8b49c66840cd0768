import type { Jour } from "../../dates.ts";
import { enEuros, formatNombre } from "../../montants.ts";
import { GENRES, type Genre, JOURNAUX, type Journal } from "./ecritures.ts";
import type { Centimes } from "./repartition.ts";

/** The columns of an entry, in the order of the law (Livre des procédures fiscales, art. A. 47 A-1). */
export const COLONNES_FEC = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "CompAuxNum",
  "CompAuxLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "Debit",
  "Credit",
  "EcritureLet",
  "DateLet",
  "ValidDate",
  "Montantdevise",
  "Idevise",
] as const;

/** A line of the book of fees. */
export interface LigneFec {
  journal: Journal;
  exercice: string;
  numero: number;
  date: Jour;
  /** The day of its fact, earlier than its own where the period of the fact was closed. */
  pieceDate: Jour;
  genre: Genre;
  /** The holder of the account: « M000042 », « INDIVISION DURAND »; null where it has none. */
  tiers: { code: string; nom: string } | null;
  piece: string | null;
  libelle: string;
  debit: Centimes;
  credit: Centimes;
  /** The day it was written. */
  valideLe: Jour;
}

/** Accounts of the general chart, six digits. */
const COMPTES: Partial<Record<Genre, { numero: string; libelle: string }>> = {
  "411H": { numero: "411100", libelle: "Mandants" },
  "706": { numero: "706100", libelle: "Honoraires de gestion" },
  "44571": { numero: "445710", libelle: "TVA collectée" },
  "512A": { numero: "512000", libelle: "Banque" },
};

const CODES: Partial<Record<Journal, string>> = { HON: "HO", REV: "BQ", ENC: "BQ" };

/** A field without the signs that end a field or a line. */
const champ = (texte: string): string => texte.replace(/[\t\r\n|]+/g, " ").trim();

const jour = (date: Jour): string => date.replaceAll("-", "");

const montant = (cents: Centimes): string =>
  formatNombre(enEuros(cents), 2).replaceAll("\u00A0", "");

/** The eighteen fields of a line, in order. */
export function champsFec(ligne: LigneFec): string[] {
  const {
    journal,
    exercice,
    numero,
    date,
    pieceDate,
    genre,
    tiers,
    piece,
    libelle,
    debit,
    credit,
  } = ligne;
  const compte = COMPTES[genre] ?? { numero: genre, libelle: GENRES[genre].libelle };
  const numeroEcrit = `${exercice}-${String(numero).padStart(6, "0")}`;
  return [
    CODES[journal] ?? journal,
    CODES[journal] === "BQ" ? "Banque" : JOURNAUX[journal],
    numeroEcrit,
    jour(date),
    compte.numero,
    compte.libelle,
    tiers?.code ?? "",
    tiers?.nom ?? "",
    piece ?? numeroEcrit,
    jour(pieceDate),
    libelle,
    montant(debit),
    montant(credit),
    "",
    "",
    jour(ligne.valideLe),
    "",
    "",
  ].map(champ);
}

/** The lines of the file, each ended; the first chunk begins with the names of the columns. */
export const fichierFec = (lignes: readonly LigneFec[], premier: boolean): string =>
  [...(premier ? [COLONNES_FEC] : []), ...lignes.map(champsFec)]
    .map((champs) => `${champs.join("\t")}\r\n`)
    .join("");

/** « 912345670FEC20261231.txt »: the SIREN, and the day the year closes; null without a SIREN. */
export function nomFec(siret: string, exercice: string): string | null {
  const [siren] = /^\d{9}/.exec(siret.replace(/\D/g, "")) ?? [];
  return siren ? `${siren}FEC${exercice}1231.txt` : null;
}
