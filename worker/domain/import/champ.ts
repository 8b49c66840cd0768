import { type Lecture, texteLu } from "./valeurs.ts";

/** What a column of a file may hold. */
export interface ChampImport {
  /** The field of the record, or what tells some of its fields. */
  champ: string;
  /** In the words of the screen, which head the example file too. */
  titre: string;
  /** Other headers that say it; the words of the kind (« du locataire ») are left aside as headers are compared. */
  noms: readonly string[];
  /** What a cell tells: the value of the field, or an object of several fields. */
  lire: Lecture;
  /** What the two lines of the example file hold; without them, the example has no such column. */
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
