import { type Lecture, texteLu } from "../valeurs.ts";

/** A field that a column of an imported file may give. */
export interface ChampImport {
  /** The field of the record, or a name of its own for a column that gives several fields. */
  champ: string;
  /** The header as the screen shows it; the example file has the same header. */
  titre: string;
  /** The other known headers; words that name the kind (« du locataire ») are ignored in the comparison. */
  noms: readonly string[];
  /** Reads a cell into the value of the field, or into an object of several fields. */
  lire: Lecture;
  /** The values of the field in the two lines of the example file; without them, the example has no such column. */
  exemple?: readonly [string, string];
}

type Options = Partial<Pick<ChampImport, "lire" | "exemple">>;

/** A field with its headers. Without a reader (`lire`), the field takes the text of the cell, cleaned by `texteLu`. */
export const colonne = (
  champ: string,
  titre: string,
  noms: readonly string[] = [],
  { lire = texteLu, exemple }: Options = {},
): ChampImport => ({ champ, titre, noms, lire, ...(exemple ? { exemple } : {}) });
