import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SerieIrl } from "#domain/bail/irl.ts";
import type { CLASSES_DPE } from "#domain/biens/appartement.ts";
import type { Canal } from "#domain/gerance/relances/relances.ts";
import type { MoyenDAccord } from "#domain/gerance/revisions/accord.ts";
import type { MotifLoyer } from "#domain/gerance/revisions/loyers.ts";
import { booleen, creeLe, euros, horodatage, id, isoDate } from "./columns.ts";
import { storedFile } from "./fichiers.ts";
import { courriels } from "./quittances.ts";
import { clients, dossiers } from "./schema.ts";

// The rent over time (revisions/README §15). The dossier repeats the amounts of the row in force.

/**
 * The revisions that were requested from the tenant or given up by the owner. Their figures never change: a wrong
 * revision is cancelled.
 */
export const revisions = sqliteTable(
  "Revision",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "cascade" }),
    anniversaire: isoDate().notNull(),
    /**
     * The day of the request; null for a revision that the owner gave up, whose day is then the creation of its row.
     */
    demandeLe: isoDate(),
    canal: text().$type<Canal>(),
    /** The day on which the letter was posted, noted once; until then, the day of the request is the planned day. */
    posteeLe: isoDate(),
    /** The day from which the new rent is due; null: the owner gave the revision up. */
    effetLe: isoDate(),
    serie: text().$type<SerieIrl>(),
    annee: integer(),
    trimestre: integer(),
    /** The year of the older index, by which the rent is divided; the quarter is the same. */
    anneeAncienne: integer(),
    /** The two indices, in hundredths. */
    indiceAncien: integer(),
    indiceNouveau: integer(),
    loyerAvant: euros(),
    loyerApres: euros(),
    chargeAvant: euros(),
    chargeApres: euros(),
    /** The energy class of the dwelling on the day of the request. */
    dpeClasse: text().$type<(typeof CLASSES_DPE)[number]>(),
    StoredFileId: storedFile(),
    CourrielId: integer().references(() => courriels.id, { onDelete: "set null" }),
    motif: text(),
    user: text(),
    annuleeLe: text(),
    annuleePar: text(),
    motifAnnulation: text(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("Revision_vivante").on(t.DossierId, t.anniversaire).where(sql`"annuleeLe" IS NULL`),
    index("Revision_Dossier").on(t.DossierId),
    index("Revision_StoredFile").on(t.StoredFileId),
    index("Revision_Courriel").on(t.CourrielId),
  ],
);

/**
 * The agreements that mandates require from owners before a revision: the amounts shown to each owner, and his answer,
 * which never changes.
 */
export const accordsRevision = sqliteTable(
  "AccordRevision",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "cascade" }),
    /** The owner whose agreement is needed. */
    ClientId: integer().references(() => clients.id, { onDelete: "set null" }),
    anniversaire: isoDate().notNull(),
    loyerAvant: euros().notNull(),
    loyerApres: euros().notNull(),
    chargeAvant: euros().notNull(),
    chargeApres: euros().notNull(),
    /** Null: the owner answered without being asked. */
    demandeLe: isoDate(),
    /** Null while the owner has not answered. */
    accorde: booleen(),
    reponduLe: isoDate(),
    moyen: text().$type<MoyenDAccord>(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("AccordRevision_attente")
      .on(t.DossierId, t.anniversaire, t.ClientId)
      .where(sql`"accorde" IS NULL`),
    index("AccordRevision_Dossier").on(t.DossierId),
    index("AccordRevision_Client").on(t.ClientId),
  ],
);

/**
 * The rents of a lease, each with its first day: rows are added or cancelled, never changed. A revision may begin on
 * the day of a new provision, or of a step of a renewal: of the two rows, the one with the higher id is in force.
 */
export const loyersHistoriques = sqliteTable(
  "LoyerHistorique",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "cascade" }),
    depuis: isoDate().notNull(),
    loyerHC: euros().notNull(),
    loyerCharge: euros().notNull(),
    motif: text().$type<MotifLoyer>().notNull(),
    /**
     * The number of the change within its lease, which is also the number of its avenant; both rows of a temporary
     * change have it.
     */
    rang: integer(),
    /** The reason why the parties changed the rent. */
    commentaire: text(),
    /** For works: the last day of the works, and the bill. */
    finTravaux: isoDate(),
    facture: text(),
    RevisionId: integer().references(() => revisions.id, { onDelete: "cascade" }),
    user: text(),
    annuleLe: text(),
    annulePar: text(),
    motifAnnulation: text(),
    /** The avenant signed by its parties. */
    signedId: storedFile(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("LoyerHistorique_vivant")
      .on(t.DossierId, t.depuis, sql`("motif" = 'revision')`)
      .where(sql`"annuleLe" IS NULL`),
    index("LoyerHistorique_Dossier").on(t.DossierId),
    index("LoyerHistorique_Revision").on(t.RevisionId),
    index("LoyerHistorique_signed").on(t.signedId),
  ],
);

/** The indices that the INSEE published, in hundredths. A correction adds a row; the wrong row stays. */
export const indicesValeurs = sqliteTable(
  "IndiceValeur",
  {
    id: id(),
    serie: text().$type<SerieIrl>().notNull(),
    annee: integer().notNull(),
    trimestre: integer().notNull(),
    valeur: integer().notNull(),
    /** The reason of a correction; required when a revision used the former value. */
    motif: text(),
    user: text(),
    /** The instant at which another row replaced this one; null while this row counts. */
    remplaceLe: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("IndiceValeur_trimestre")
      .on(t.serie, t.annee, t.trimestre)
      .where(sql`"remplaceLe" IS NULL`),
  ],
);
