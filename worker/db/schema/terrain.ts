import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ObjetDuComplement } from "#domain/terrain/complement.ts";
import { booleen, creeLe, id } from "./columns.ts";
import { storedFiles } from "./fichiers.ts";
import { etatsLieux } from "./schema.ts";
import { signataires } from "./signature.ts";

const objet = () => integer().references(() => storedFiles.id, { onDelete: "cascade" });

/**
 * The photos of inventories. A device announces each photo before it sends the pixels; the row then receives only
 * dates and files, each once (terrain/README §19.4).
 */
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
    /** The instant at which somebody stopped waiting for the pixels, because the device that had them is lost. */
    perdueLe: text(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("PhotoConstat_chaine").on(t.visite, t.rang),
    index("PhotoConstat_EtatLieux").on(t.EtatLieuxId),
    index("PhotoConstat_attendue")
      .on(t.EtatLieuxId)
      .where(sql`"recueLe" IS NULL AND "retireeLe" IS NULL AND "perdueLe" IS NULL`),
    index("PhotoConstat_StoredFile").on(t.StoredFileId),
    index("PhotoConstat_Vignette").on(t.VignetteId),
  ],
);

/** A tenant's request to complete the entry inventory, and the agency's only answer to it (terrain/README §19.7). */
export const complementsConstat = sqliteTable(
  "ComplementConstat",
  {
    id: id(),
    EtatLieuxId: integer()
      .notNull()
      .references(() => etatsLieux.id, { onDelete: "restrict" }),
    /** The signer who made the request; null for a tenant who wrote to the agency. */
    SignataireId: integer().references(() => signataires.id, { onDelete: "set null" }),
    nom: text().notNull(),
    objet: text().$type<ObjetDuComplement>().notNull(),
    texte: text().notNull(),
    /** The instants of the request, of its acceptance and of its refusal. */
    recuLe: text().notNull(),
    accepteLe: text(),
    refuseLe: text(),
    /** The reason of the refusal. */
    motif: text(),
    /** The user account that accepted or refused the request. */
    user: text(),
    ...creeLe,
  },
  (t) => [
    index("ComplementConstat_EtatLieux").on(t.EtatLieuxId),
    index("ComplementConstat_Signataire").on(t.SignataireId),
  ],
);
