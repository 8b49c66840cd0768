import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  type ContenuSolde,
  GENRES_SOLDE,
  type GenreDepart,
  type ModeConge,
  type RetenueNotee,
  type TitulairePartant,
} from "#domain/gerance/departs/depart.ts";
import { booleen, creeLe, euros, horodatage, id, isoDate } from "./columns.ts";
import { dossiers } from "./schema.ts";

// Departures (departs/README §14). The dossier keeps the days of the notice, the keys and the deposit.

/** The facts of a departure that have no column in the dossier. */
export const departs = sqliteTable(
  "Depart",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "cascade" }),
    titulaire: text().$type<TitulairePartant>().notNull().default("tous"),
    genre: text().$type<GenreDepart>().notNull(),
    mode: text().$type<ModeConge>(),
    /** The reason of the tenant's or the owner's notice, as a code. */
    motif: text(),
    /** The notice letter itself states the reason and includes its proof. */
    justifie: booleen().notNull().default(false),
    /** At a death: somebody to whom the lease may pass lived there (loi n° 89-462, art. 14). */
    occupants: booleen().notNull().default(false),
    /** The day on which a new owner bought the dwelling while it was let. */
    acquisLe: isoDate(),
    /**
     * For one tenant of a colocation who leaves alone: the day his notice was received, its last day, and the day on
     * which somebody replaced him.
     */
    recuLe: isoDate(),
    finLe: isoDate(),
    remplaceLe: isoDate(),
    /** Visits by candidates are allowed, to let the dwelling again. */
    visites: booleen().notNull().default(false),
    /** Staff decided that there will be no exit inventory. */
    sansEtatDesLieux: booleen().notNull().default(false),
    /**
     * Whether the exit inventory agrees with the entry inventory, in a person's judgment; null: nobody has judged.
     */
    conforme: booleen(),
    retenues: text({ mode: "json" }).$type<RetenueNotee[]>().notNull().default([]),
    /** The sum kept until the charges are approved, and its reason. */
    provision: euros().notNull().default(0),
    motifProvision: text(),
    clotLe: isoDate(),
    user: text(),
    ...horodatage,
  },
  (t) => [uniqueIndex("Depart_Dossier").on(t.DossierId, t.titulaire)],
);

/** The frozen accounts of a departure. They never change: a wrong one is cancelled and made again. */
export const soldesDepart = sqliteTable(
  "SoldeDepart",
  {
    id: id(),
    DepartId: integer()
      .notNull()
      .references(() => departs.id, { onDelete: "restrict" }),
    genre: text({ enum: GENRES_SOLDE }).notNull(),
    date: isoDate().notNull(),
    contenu: text({ mode: "json" }).$type<ContenuSolde>().notNull(),
    /** The sum to give back, in cents. */
    restitution: integer().notNull(),
    user: text(),
    /**
     * The day on which the owner himself gave back the sums that he held. The agency gives back its own part by a
     * transfer, which has its own day.
     */
    renduLe: isoDate(),
    annuleLe: isoDate(),
    annulePar: text(),
    motif: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("SoldeDepart_vivant").on(t.DepartId, t.genre).where(sql`"annuleLe" IS NULL`),
    index("SoldeDepart_Depart").on(t.DepartId),
  ],
);
