import { parse } from "csv-parse/browser/esm/sync";
import { sansReferences } from "#domain/agence/references.ts";
import {
  mot,
  type Places,
  placesDe,
  placesDites,
} from "#domain/gerance/banque/colonnes-de-releve.ts";
import type { Correspondance, TableInconnue } from "#domain/gerance/banque/correspondance.ts";
import { exigerEuros } from "#domain/gerance/banque/devise-ecrite.ts";
import { jourEcrit, montantEcrit } from "#domain/gerance/banque/montants-et-jours-ecrits.ts";
import { LIGNES_PAR_RELEVE, ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";

const SEPARATEURS = [";", ",", "\t"] as const;

/** The most lines that a bank writes before its table: its name, the account, a balance. */
const LIGNES_AVANT = 40;
const CELLULES_AU_PLUS = 100;

const ABIME =
  "Ce fichier CSV est abîmé : un guillemet ouvert n’y est pas fermé, ou une ligne n’y finit pas.";

/** The characters that cut a text into lines and cells. Their XML references are decoded only after the cut. */
export const SEPARATEURS_ET_GUILLEMETS = ';,\t\r\n"';

export interface Rang {
  cellules: string[];
  numero: number;
}

/**
 * A part of the table under the same headers: its lines, the lines of the file above them, and the place of each
 * column.
 */
export interface Section {
  avant: string[][];
  entetes: readonly string[];
  places: Places;
  rangs: Rang[];
}

/**
 * The table of the file. For a line of column heads, `trouver` gives the place of each column; for any other line,
 * null.
 */
export interface Table extends Section {
  trouver: (cellules: readonly string[]) => Places | null;
}

/**
 * The table of the file and the lines before it; null when the file has no line of column heads.
 * @throws ReleveRefuse for a file that is cut or has an unclosed quote
 */
export function tableDe(texte: string, correspondances: readonly Correspondance[]): Table | null {
  const trouver = (cellules: readonly string[]): Places | null =>
    correspondances.map((correspondance) => placesDites(cellules, correspondance)).find(Boolean) ??
    placesDe(cellules);
  for (const separateur of SEPARATEURS) {
    const premiers = decouper(texte, separateur, LIGNES_AVANT);
    const rang = premiers.findIndex(({ cellules }) => trouver(cellules));
    const entetes = premiers[rang]?.cellules ?? [];
    const places = trouver(entetes);
    if (places) {
      const tous = decouper(texte, separateur);
      if (tous.length === 0) throw new ReleveRefuse(ABIME);
      const avant = tous.slice(0, rang).map(({ cellules }) => cellules);
      return { avant, entetes, places, rangs: tous.slice(rang + 1), trouver };
    }
  }
  return null;
}

const EXEMPLES = 3;
const CELLULES_MONTREES = 30;

/**
 * The heads of a probable table of movements (words above a day and an amount), with its first lines; null when there
 * is none.
 * @throws ReleveRefuse when a line above the table names a foreign currency
 */
export function tableInconnue(texte: string): TableInconnue | null {
  for (const separateur of SEPARATEURS) {
    const tous = decouper(texte, separateur, LIGNES_AVANT + EXEMPLES).map(
      ({ cellules }) => cellules,
    );
    const rang = tous
      .slice(0, LIGNES_AVANT)
      .findIndex(
        (cellules, ici) =>
          cellules.filter((cellule) => mot(cellule) !== "").length > 2 &&
          !cellules.some(estJour) &&
          tous[ici + 1]?.some(estJour) &&
          tous[ici + 1]?.some((cellule) => !estJour(cellule) && lisible(cellule) !== null),
      );
    const entetes = tous[rang]?.slice(0, CELLULES_MONTREES);
    if (entetes) exigerEuros(tous.slice(0, rang));
    if (entetes) return { entetes, exemples: tous.slice(rang + 1, rang + 1 + EXEMPLES) };
  }
  return null;
}

/** Whether lines have a day and an amount, without heads above them. */
export const sansEntetes = (texte: string): boolean =>
  SEPARATEURS.some((separateur) =>
    decouper(texte, separateur, LIGNES_AVANT).some(
      ({ cellules }) =>
        estJour(cellules[0] ?? "") &&
        cellules.slice(1).some((cellule) => !estJour(cellule) && lisible(cellule) !== null),
    ),
  );

/** Whether a cell is a day that exists. */
export function estJour(texte: string): boolean {
  if (!/^\s*\d/.test(texte)) return false;
  try {
    return jourEcrit(texte) !== "";
  } catch {
    return false;
  }
}

/** The cents of a cell; null when it is no amount. */
export function lisible(texte: string): Centimes | null {
  try {
    return texte.trim() === "" ? null : montantEcrit(texte);
  } catch {
    return null;
  }
}

/** The rows that the CSV library gives with `info: true`: its own types do not describe them. */
type Rangees = { record: string[]; info: { lines: number } }[];

function decouper(
  texte: string,
  separateur: string,
  lignes = LIGNES_AVANT + LIGNES_PAR_RELEVE + 1,
): Rang[] {
  try {
    // The text goes in as bytes: the library is slow with strings.
    const rangees: unknown = parse(new TextEncoder().encode(texte), {
      delimiter: separateur,
      info: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 20_000,
      to: lignes,
    });
    return (rangees as Rangees).map(({ record, info }) => ({
      cellules: record.slice(0, CELLULES_AU_PLUS + 1).map((cellule) => sansReferences(cellule)),
      numero: info.lines,
    }));
  } catch {
    return [];
  }
}
