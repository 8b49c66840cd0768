import { CHAMPS } from "../colonnes.ts";
import type { FormeImport } from "../genres.ts";

/** The example file of a kind: its headers, and two lines that show how each column is written. */
export function exempleDe(genre: FormeImport): { entetes: string[]; lignes: [string[], string[]] } {
  const montres = CHAMPS[genre].flatMap(({ titre, exemple }) =>
    exemple ? { titre, exemple } : [],
  );
  return {
    entetes: montres.map(({ titre }) => titre),
    lignes: [montres.map(({ exemple }) => exemple[0]), montres.map(({ exemple }) => exemple[1])],
  };
}
