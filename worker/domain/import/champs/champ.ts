import { type Lecture, texteLu } from "../valeurs.ts";

/** A possible content of a column. */
export interface ChampImport {
  /** The field of the record, or a text from which some of its fields are read. */
  champ: string;
  /** In the words of the screen, which head the example file too. */
  titre: string;
  /** Other headers for it; the words of the kind (« du locataire ») are left aside as headers are compared. */
  noms: readonly string[];
  /** The value of a cell: that of the field, or an object of several fields. */
  lire: Lecture;
  /** The values of the two lines of the example file; without them, the example has no such column. */
  exemple?: readonly [string, string];
}

type Options = Partial<Pick<ChampImport, "lire" | "exemple">>;

/** A field and the headers that say it; without another reading, its text. */
export const colonne = (
  champ: string,
  titre: string,
  noms: readonly string[] = [],
  { lire = texteLu, exemple }: Options = {},
): ChampImport => ({ champ, titre, noms, lire, ...(exemple ? { exemple } : {}) });
