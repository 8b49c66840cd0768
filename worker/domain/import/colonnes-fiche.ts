import * as z from "zod/mini";
import { booleen, choix, entier, texte } from "../fields.ts";
import { FORMES } from "./genres.ts";
import { COLONNES_PAR_IMPORT, CORRECTIONS_PAR_IMPORT } from "./limites.ts";

/** A cell corrected on the screen: its line from 1, as a spreadsheet counts it; its column from 0; its new text. */
const correction = z.strictObject({
  ligne: entier(1),
  place: entier(0, COLONNES_PAR_IMPORT),
  texte: texte(2000),
});

export type CorrectionImport = z.output<typeof correction>;

/**
 * The answers of the person who imports a file: the field of each column, the values for every line, the corrected
 * cells, and whether to import the lines without errors when other lines have some.
 */
export const correspondanceImport = z.strictObject({
  genre: choix(FORMES),
  colonnes: z
    .array(z.nullable(texte(50)))
    .check(z.maxLength(COLONNES_PAR_IMPORT, `${COLONNES_PAR_IMPORT} colonnes au plus.`)),
  defauts: z.optional(z.record(texte(50), texte(255))),
  corrections: z.optional(
    z
      .array(correction)
      .check(z.maxLength(CORRECTIONS_PAR_IMPORT, `${CORRECTIONS_PAR_IMPORT} corrections au plus.`)),
  ),
  bonnesLignes: z.optional(booleen()),
});

export type CorrespondanceImport = z.output<typeof correspondanceImport>;
