import * as z from "zod/mini";
import { booleen, choix, entier, texte } from "../fields.ts";
import { FORMES } from "./genres.ts";
import { COLONNES_PAR_IMPORT, CORRECTIONS_PAR_IMPORT } from "./limites.ts";

/** A cell that a person mended: its line as a spreadsheet counts, the place of its column from 0, what it says now. */
const correction = z.strictObject({
  ligne: entier(1),
  place: entier(0, COLONNES_PAR_IMPORT),
  texte: texte(2000),
});

export type CorrectionImport = z.output<typeof correction>;

/**
 * What a person said of a file: what each of its columns holds, what stands where a line says nothing, the cells that were
 * mended, and whether the lines that are right are imported without the others.
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
