import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { booleen, creeLe, id } from "./columns.ts";
import { storedFiles } from "./fichiers.ts";
import { etatsLieux } from "./schema.ts";

const objet = () => integer().references(() => storedFiles.id, { onDelete: "cascade" });

/** The photos of inventories, announced before their pixels: only added to (terrain/README §19.4). */
export const photosConstat = sqliteTable(
  "PhotoConstat",
  {
    id: id(),
    cle: text().notNull().unique(),
    EtatLieuxId: integer()
      .notNull()
      .references(() => etatsLieux.id, { onDelete: "restrict" }),
    visite: text().notNull(),
    rang: integer().notNull(),
    place: text().notNull(),
    empreinte: text().notNull(),
    empreinteVignette: text().notNull(),
    empreinteOriginale: text().notNull(),
    priseLeAppareil: text().notNull(),
    priseLe: text().notNull(),
    ancienne: booleen().notNull(),
    maillon: text().notNull(),
    StoredFileId: objet(),
    VignetteId: objet(),
    recueLe: text(),
    retireeLe: text(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("PhotoConstat_chaine").on(t.visite, t.rang),
    index("PhotoConstat_EtatLieux").on(t.EtatLieuxId),
    index("PhotoConstat_attendue")
      .on(t.EtatLieuxId)
      .where(sql`"recueLe" IS NULL AND "retireeLe" IS NULL`),
    index("PhotoConstat_StoredFile").on(t.StoredFileId),
    index("PhotoConstat_Vignette").on(t.VignetteId),
  ],
);
