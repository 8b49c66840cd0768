import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type {
  ContenuFin,
  DepotRemis,
  DestinataireDesDepots,
} from "#domain/gerance/mandats/fin-de-mandat.ts";
import { horodatage, id, isoDate } from "./columns.ts";
import { comptesRendus, fournisseurs } from "./mandants.ts";
import { missions } from "./missions.ts";

/**
 * The end of a management mandate (mandats/README §12.24): noted, then frozen for good; a wrong one is cancelled and
 * made again.
 */
export const finsDeMandat = sqliteTable(
  "FinDeMandat",
  {
    id: id(),
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "restrict" }),
    /** The last day of the mandate. */
    finLe: isoDate().notNull(),
    motif: text().notNull(),
    /** The next manager; null: the owner himself. */
    FournisseurId: integer().references(() => fournisseurs.id, { onDelete: "restrict" }),
    depots: text().$type<DestinataireDesDepots>().notNull(),
    /**
     * The deposits handed to the next manager, in cents, each with the expense that pays it; then the day on which
     * the first ones were handed over.
     */
    remise: text({ mode: "json" }).$type<DepotRemis[]>(),
    remisLe: isoDate(),
    /**
     * The day of the final account, the last account to the owner (compte rendu), and the content of the papers; null
     * while the end is not frozen.
     */
    arreteLe: isoDate(),
    CompteRenduId: integer().references(() => comptesRendus.id),
    contenu: text({ mode: "json" }).$type<ContenuFin>(),
    user: text(),
    annuleLe: isoDate(),
    annulePar: text(),
    motifAnnulation: text(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("FinDeMandat_vivante").on(t.MissionId).where(sql`"annuleLe" IS NULL`),
    index("FinDeMandat_Mission").on(t.MissionId),
    index("FinDeMandat_Fournisseur").on(t.FournisseurId),
    index("FinDeMandat_CompteRendu").on(t.CompteRenduId),
  ],
);
