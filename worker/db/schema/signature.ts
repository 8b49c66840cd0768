import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creeLe, id } from "./columns.ts";

// What the agency sealed, and with which certificates (signature/README §18). Nothing here names a person.

/** The certificates of the agency's seal: those of keys that are gone stay, for the files they sealed. */
export const sceaux = sqliteTable("Sceau", {
  id: id(),
  /** SHA-256 of the public key, in hexadecimal digits. */
  empreinteCle: text().notNull(),
  /** In DER, base64. */
  certificat: text().notNull(),
  /** SHA-256 of the certificate, in hexadecimal digits. */
  empreinte: text().notNull().unique(),
  /** The name of the agency that it bears. */
  agence: text().notNull(),
  /** Instants. */
  du: text().notNull(),
  au: text().notNull(),
  /** Its key leaked: instant. */
  revoqueLe: text(),
  ...creeLe,
});

/** A file that was sealed. */
export const documentsScelles = sqliteTable(
  "DocumentScelle",
  {
    id: id(),
    SceauId: integer()
      .notNull()
      .references(() => sceaux.id),
    /** SHA-256 of the sealed file, and of the part of it that was read and signed, in hexadecimal digits. */
    empreinte: text().notNull().unique(),
    empreinteLue: text().notNull(),
    octetsLus: integer().notNull(),
    /** Instant. */
    scelleLe: text().notNull(),
    ...creeLe,
  },
  (t) => [index("DocumentScelle_Sceau").on(t.SceauId)],
);
