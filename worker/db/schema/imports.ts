import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GenreImport } from "#domain/import/genres.ts";
import { creeLe, id } from "./columns.ts";

/** An imported file: all of its lines were imported, or only the valid ones. */
export const imports = sqliteTable("Import", {
  id: id(),
  genre: text().$type<GenreImport>().notNull(),
  /** The name of the file. */
  nom: text().notNull(),
  /** The number of records that the import created, and the number of lines whose record already existed. */
  nombre: integer().notNull(),
  existantes: integer().notNull(),
  user: text(),
  annuleLe: text(),
  annulePar: text(),
  ...creeLe,
});

/** The records that an import created, and the older records that it changed. */
export const importFiches = sqliteTable(
  "ImportFiche",
  {
    ImportId: integer()
      .notNull()
      .references(() => imports.id),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    /** The line of the file that gave the record. */
    ligne: integer().notNull(),
    /** The name of the record in the other software; later files refer to the record by this name. */
    reference: text(),
    /**
     * The version of the record just after the import: a later version means that somebody changed the record since.
     */
    version: integer().notNull(),
    /** For a record older than the import: its version and its values, which cancelling the import restores. */
    avant: text({ mode: "json" }).$type<{ version: number; loyerHC: number; charge: number }>(),
  },
  (t) => [
    primaryKey({ columns: [t.ImportId, t.entite, t.entiteId] }),
    index("ImportFiche_record").on(t.entite, t.entiteId),
  ],
);
