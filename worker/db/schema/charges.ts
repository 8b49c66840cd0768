import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Compteur } from "#domain/biens/index-des-compteurs.ts";
import type { GenreCle } from "#domain/gerance/charges/cles.ts";
import type { DecompteFige } from "#domain/gerance/charges/decompte-envoye.ts";
import type { MoisDEchelonnement } from "#domain/gerance/charges/solde-a-payer.ts";
import type { Canal } from "#domain/gerance/relances/relances.ts";
import type { NatureFiscale, PayePar, Recuperable } from "#domain/missions/natures-de-depense.ts";
import { creeLe, euros, horodatage, id, isoDate } from "./columns.ts";
import { storedFile } from "./fichiers.ts";
import { courriels } from "./quittances.ts";
import { appartements, dossiers, immeubles } from "./schema.ts";

// The charges of buildings and of their dwellings (charges/README §16).

/**
 * A key of distribution: how an expense of a building is shared among its dwellings, from the day `depuis`. A key in
 * use never changes: a new row replaces it from a later day.
 */
export const clesRepartition = sqliteTable(
  "CleRepartition",
  {
    id: id(),
    ImmeubleId: integer()
      .notNull()
      .references(() => immeubles.id, { onDelete: "restrict" }),
    nom: text().notNull(),
    genre: text().$type<GenreCle>().notNull(),
    /** The sum of the weights of all dwellings of the building, even those that the agency does not manage. */
    total: integer().notNull(),
    depuis: isoDate().notNull(),
    user: text(),
    ...creeLe,
  },
  (t) => [uniqueIndex("CleRepartition_depuis").on(t.ImmeubleId, t.nom, t.depuis)],
);

export const clesLots = sqliteTable(
  "CleLot",
  {
    CleId: integer()
      .notNull()
      .references(() => clesRepartition.id, { onDelete: "cascade" }),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
    poids: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.CleId, t.AppartementId] }),
    index("CleLot_Appartement").on(t.AppartementId),
  ],
);

/** An expense of a building; each of its dwellings has a part, which is an expense of its own. */
export const depensesImmeuble = sqliteTable(
  "DepenseImmeuble",
  {
    id: id(),
    ImmeubleId: integer()
      .notNull()
      .references(() => immeubles.id, { onDelete: "restrict" }),
    CleId: integer()
      .notNull()
      .references(() => clesRepartition.id, { onDelete: "restrict" }),
    intitule: text().notNull(),
    numFacture: text().notNull(),
    date: isoDate().notNull(),
    montant: euros().notNull(),
    periodeDu: isoDate(),
    periodeAu: isoDate(),
    FournisseurId: integer(),
    natureFiscale: text().$type<NatureFiscale>(),
    recuperable: text().$type<Recuperable>(),
    tauxRecuperable: integer(),
    payePar: text().$type<PayePar>(),
    compteur: text().$type<Compteur>(),
    ...horodatage,
  },
  (t) => [
    index("DepenseImmeuble_Immeuble").on(t.ImmeubleId, t.date),
    index("DepenseImmeuble_Cle").on(t.CleId),
  ],
);

/** The yearly accounts of a syndic for one dwelling: their lines are expenses that the agency did not pay. */
export const decomptesSyndic = sqliteTable(
  "DecompteSyndic",
  {
    id: id(),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
    du: isoDate().notNull(),
    au: isoDate().notNull(),
    approuveLe: isoDate(),
    user: text(),
    ...creeLe,
  },
  (t) => [uniqueIndex("DecompteSyndic_periode").on(t.AppartementId, t.du, t.au)],
);

/** The reading of a dwelling's meter, in thousandths of its unit. */
export const relevesCompteurs = sqliteTable(
  "ReleveCompteur",
  {
    id: id(),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
    compteur: text().$type<Compteur>().notNull(),
    numero: text(),
    date: isoDate().notNull(),
    index: integer().notNull(),
    user: text(),
    ...creeLe,
  },
  (t) => [uniqueIndex("ReleveCompteur_jour").on(t.AppartementId, t.compteur, t.date)],
);

/** The statements of charges that were sent. They never change: a wrong one is rectified by another, or cancelled. */
export const decomptes = sqliteTable(
  "Decompte",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "cascade" }),
    du: isoDate().notNull(),
    au: isoDate().notNull(),
    contenu: text({ mode: "json" }).$type<DecompteFige>().notNull(),
    /** Cents: owed by the tenant; negative when given back to him. */
    montant: integer().notNull(),
    envoyeLe: isoDate().notNull(),
    canal: text().$type<Canal>().notNull(),
    exigibleLe: isoDate().notNull(),
    /** The number of months over which the tenant pays, if staff agreed on it; null when he pays in one sum. */
    mois: integer().$type<MoisDEchelonnement>(),
    /** The statement that this one rectifies. */
    remplaceId: integer(),
    StoredFileId: storedFile(),
    CourrielId: integer().references(() => courriels.id, { onDelete: "set null" }),
    /** The day on which the letter was posted; null while nobody noted it. */
    posteLe: isoDate(),
    user: text(),
    annuleLe: isoDate(),
    annulePar: text(),
    motifAnnulation: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("Decompte_premier")
      .on(t.DossierId, t.du, t.au)
      .where(sql`"remplaceId" IS NULL AND "annuleLe" IS NULL`),
    uniqueIndex("Decompte_suite").on(t.remplaceId).where(sql`"annuleLe" IS NULL`),
    index("Decompte_Dossier").on(t.DossierId),
    index("Decompte_StoredFile").on(t.StoredFileId),
    index("Decompte_Courriel").on(t.CourrielId),
  ],
);
