import {
  type AnySQLiteColumn,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import { creeLe, id } from "./columns.ts";

// Files: one row for each object in R2. Generated documents and replaced files refer to these rows.

export const storedFiles = sqliteTable("StoredFile", {
  id: id(),
  key: text().notNull().unique(),
  nom: text().notNull(),
  extention: text().notNull(),
  type: text().notNull(),
  taille: integer().notNull(),
  user: text(),
  ...creeLe,
});

/** A column that refers to a stored file: it becomes null when the file is deleted. */
export const storedFile = () =>
  integer().references((): AnySQLiteColumn => storedFiles.id, { onDelete: "set null" });

/** The documents that the product generated, version after version. */
export const documents = sqliteTable(
  "Document",
  {
    id: id(),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    type: text().$type<TypeDocument>().notNull(),
    StoredFileId: integer()
      .notNull()
      .references(() => storedFiles.id, { onDelete: "cascade" }),
    warnings: text({ mode: "json" }).$type<string[]>().notNull(),
    /**
     * The identifier of the owner's account or invoice that may have this one document only; null for a kind of
     * document that has versions.
     */
    PieceId: integer(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    index("Document_record").on(t.entite, t.entiteId, t.id),
    index("Document_StoredFile").on(t.StoredFileId),
    uniqueIndex("Document_piece").on(t.type, t.PieceId),
  ],
);

/** A former file of a record, kept as evidence once it was replaced or removed. */
export const remplacements = sqliteTable(
  "Remplacement",
  {
    id: id(),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    /** The field that held the file, as the wire spells it. */
    champ: text().notNull(),
    StoredFileId: integer()
      .notNull()
      .references(() => storedFiles.id, { onDelete: "cascade" }),
    user: text(),
    ...creeLe,
  },
  (t) => [
    index("Remplacement_record").on(t.entite, t.entiteId, t.id),
    index("Remplacement_StoredFile").on(t.StoredFileId),
  ],
);
