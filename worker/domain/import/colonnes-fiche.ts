import * as z from "zod/mini";
import { choix, texte } from "../fields.ts";
import { GENRES } from "./genres.ts";
import { COLONNES_PAR_IMPORT } from "./limites.ts";

/** What a person said of a file: what each of its columns holds, and what stands where a line says nothing. */
export const correspondanceImport = z.strictObject({
  genre: choix(GENRES),
  colonnes: z
    .array(z.nullable(texte(50)))
    .check(z.maxLength(COLONNES_PAR_IMPORT, `${COLONNES_PAR_IMPORT} colonnes au plus.`)),
  defauts: z.optional(z.record(texte(50), texte(255))),
});

export type CorrespondanceImport = z.output<typeof correspondanceImport>;
