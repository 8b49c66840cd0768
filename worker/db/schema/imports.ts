import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GenreImport } from "#domain/import/genres.ts";
import { creeLe, id } from "./columns.ts";

// Imports of files of other software

/** An imported file: all of its lines were taken over, or only the right ones. */
export const imports = sqliteTable("Import", {
  id: id(),
  genre: text().$type<GenreImport>().notNull(),
  /** The name of the file. */
  nom: text().notNull(),
  /** How many records the import made; then how many lines had their record already. */
  nombre: integer().notNull(),
  existantes: integer().notNull(),
  user: text(),
  annuleLe: text(),
  annulePar: text(),
  ...creeLe,
});

/** The records that an import made, and the older ones that it changed. */
export const importFiches = sqliteTable(
  "ImportFiche",
  {
    ImportId: integer()
      .notNull()
      .references(() => imports.id),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    /** The line of the file. */
    ligne: integer().notNull(),
    /** The name of the record in the other software: the next files refer to it. */
    reference: text(),
    /** The version in which the import left the record. */
    version: integer().notNull(),
    /** For a record that existed before: its version and its values, which undoing the import gives back. */
    avant: text({ mode: "json" }).$type<{ version: number; loyerHC: number; charge: number }>(),
  },
  (t) => [
    primaryKey({ columns: [t.ImportId, t.entite, t.entiteId] }),
    index("ImportFiche_record").on(t.entite, t.entiteId),
  ],
);
