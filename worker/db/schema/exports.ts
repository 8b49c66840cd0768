import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Bornes, SuiteExport } from "#domain/agence/export-complet.ts";
import { creeLe, id } from "./columns.ts";

// The archives made in the background, one piece at a time.

/** The archive of everything: at most one exists, for some days. */
export const exportsComplets = sqliteTable("ExportComplet", {
  id: id(),
  etat: text({ enum: ["en_cours", "pret"] })
    .notNull()
    .default("en_cours"),
  user: text(),
  /** The number of pieces written so far, which is also the rank of the next piece. */
  rang: integer().notNull().default(0),
  /** The point from which the next piece continues. */
  suite: text({ mode: "json" }).$type<SuiteExport>().notNull(),
  /** For each table that only grows, the id of its last row when the archive began. */
  bornes: text({ mode: "json" }).$type<Bornes>().notNull(),
  /** A piece ends after this many uncompressed bytes. */
  octetsParMorceau: integer().notNull(),
  faits: integer().notNull().default(0),
  total: integer().notNull(),
  /** The size of the whole archive so far, in bytes. */
  taille: integer().notNull().default(0),
  /** The instant at which the last piece was written. */
  avanceLe: text().notNull(),
  finiLe: text(),
  ...creeLe,
});

/**
 * A piece of the ZIP archive, as two objects in R2: some of the archive's bytes (`key`), and the lines of the central
 * directory for these bytes (`cleIndex`).
 */
export const morceauxExport = sqliteTable(
  "ExportMorceau",
  {
    ExportCompletId: integer()
      .notNull()
      .references(() => exportsComplets.id, { onDelete: "cascade" }),
    rang: integer().notNull(),
    key: text().notNull(),
    taille: integer().notNull(),
    cleIndex: text().notNull(),
    tailleIndex: integer().notNull(),
    /** The missing files, each by its path in the archive, some with the reason. */
    manquants: text({ mode: "json" }).$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ExportCompletId, t.rang] })],
);
