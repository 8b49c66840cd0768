import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  foreignKey,
  index,
  integer,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import type { SegmentDeLoyer } from "#domain/gerance/revisions/loyer-du-mois.ts";
import type { EtatCourriel, GenreCourriel } from "#domain/quittances/courriel.ts";
import { MODES_QUITTANCE } from "#domain/quittances/paiement.ts";
import { booleen, creeLe, euros, horodatage, id, isoDate } from "./columns.ts";
import { storedFile } from "./fichiers.ts";
import { appartements, clients, dossiers, locataires } from "./schema.ts";

// Receipts, the mails that send them, and the messages of the queue.

export const quitances = sqliteTable(
  "Quitance",
  {
    id: id(),
    /** The number, « 2026-000123 », without a gap within a year. */
    numero: text().notNull().unique(),
    /**
     * The year and the rank, which are the two parts of the number: unlike the text, they sort numbers above 999,999
     * rightly.
     */
    exercice: text().generatedAlwaysAs(sql`substr("numero", 1, 4)`, { mode: "virtual" }),
    rang: integer().generatedAlwaysAs(sql`CAST(substr("numero", 6) AS integer)`, {
      mode: "virtual",
    }),
    DossierId: integer().notNull(),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
    LocataireId: integer()
      .notNull()
      .references(() => locataires.id, { onDelete: "restrict" }),
    ClientId: integer().references(() => clients.id, { onDelete: "restrict" }),
    /** The first and last days of the period, both included. */
    date: isoDate().notNull(),
    dateFin: isoDate().notNull(),
    /** The month of the first day, `YYYY-MM`. */
    mois: text().notNull().generatedAlwaysAs(sql`substr("date", 1, 7)`, { mode: "virtual" }),
    echeance: isoDate().notNull(),
    emission: isoDate().notNull(),
    loyerHC: euros().notNull(),
    charge: euros().notNull(),
    /** One twelfth of the insurance that the owner took out for the tenant (loi n° 89-462, art. 7, g). */
    assurance: euros().notNull().default(0),
    /** The days of each rent with their amounts in cents, when the rent changes within the period. */
    detail: text({ mode: "json" }).$type<SegmentDeLoyer[]>(),
    /**
     * The rate of VAT included in the rent and charges, never in the insurance, in percent; 0: none, by art. 293 B;
     * null: a lease that is not of a parking space, or an unknown rate.
     */
    tauxTva: real(),
    automatique: booleen().notNull(),
    /**
     * The revision, for a receipt that bills the difference with the revised rent of a month that another receipt
     * bills; null for any other receipt. There is no foreign key, because a revision lasts as long as its dossier.
     */
    RevisionId: integer(),
    regle: booleen().notNull().default(false),
    statusInconu: booleen().notNull().default(true),
    relance: booleen().notNull().default(false),
    montantPaye: euros(),
    datePaiement: isoDate(),
    mode: text({ enum: MODES_QUITTANCE }),
    /** The author of the present state: the agency or the tenant; null while neither of them has set a state. */
    source: text({ enum: ["agence", "locataire"] }),
    /** The key of the public page, which the tenant may use once. */
    uuid: text().notNull().unique(),
    reponse: booleen(),
    reponduLe: text(),
    /**
     * The instant at which the document was first shown, mailed or archived. From then on, the number of the receipt
     * is never reused.
     */
    servieLe: text(),
    annuleeLe: text(),
    motifAnnulation: text(),
    /**
     * The R2 key of the last PDF kept; null when there is none for the present payment state. The key ends with a
     * fingerprint of the facts shown: when they have changed, the PDF is rendered again.
     */
    clePdf: text("file"),
    ...horodatage,
  },
  (t) => [
    // The foreign key includes the apartment and the tenant: a dossier with receipts can change neither.
    foreignKey({
      columns: [t.DossierId, t.AppartementId, t.LocataireId],
      foreignColumns: [dossiers.id, dossiers.AppartementId, dossiers.LocataireId],
    }).onDelete("restrict"),
    uniqueIndex("Quitance_mois")
      .on(t.DossierId, t.mois)
      .where(sql`"automatique" = 1 AND "annuleeLe" IS NULL`),
    // The receipts made by hand, which may prevent an automatic one: few, compared with all the receipts of a dossier.
    index("Quitance_manuelle")
      .on(t.DossierId, t.date, t.dateFin)
      .where(sql`"automatique" = 0 AND "annuleeLe" IS NULL`),
    index("Quitance_annulee")
      .on(t.DossierId, t.mois)
      .where(sql`"automatique" = 1 AND "annuleeLe" IS NOT NULL`),
    index("Quitance_numero").on(t.exercice, t.rang),
    index("Quitance_date").on(t.date),
    // The index contains every column that the dashboard sums, so that a year of receipts is read from the index
    // alone.
    index("Quitance_periode").on(
      t.mois,
      t.regle,
      t.statusInconu,
      t.source,
      t.annuleeLe,
      t.loyerHC,
      t.charge,
      t.montantPaye,
    ),
    index("Quitance_Dossier").on(t.DossierId, t.date),
    index("Quitance_Appartement").on(t.AppartementId, t.date),
    index("Quitance_Locataire").on(t.LocataireId, t.date),
    index("Quitance_Client").on(t.ClientId, t.date),
    index("Quitance_etat").on(t.regle, t.statusInconu),
  ],
);

/**
 * The outbox. A unique index keeps one mail for each receipt, kind and refused payment, even when the queue delivers
 * twice.
 */
export const courriels = sqliteTable(
  "Courriel",
  {
    id: id(),
    /** The receipt of the mail; null for the mail of a document. */
    QuitanceId: integer().references(() => quitances.id, { onDelete: "cascade" }),
    genre: text().$type<GenreCourriel | "document">().notNull(),
    /** The last rejected payment of the receipt when the mail was written; 0 for none. */
    RejetId: integer().notNull().default(0),
    etat: text().$type<EtatCourriel>().notNull().default("a_envoyer"),
    destinataires: text({ mode: "json" }).$type<string[]>().notNull(),
    /**
     * The end of the réservation by the sender that claimed the row. The column keeps this name, because the export
     * of a tenant's data spells it so.
     */
    bailJusqua: text(),
    /** The instant until which the mail waits and may be called back; null: it is sent without delay. */
    partLe: text(),
    tentatives: integer().notNull().default(0),
    erreur: text(),
    envoyeLe: text(),
    /** The record of the document sent, and the kind of the document or the field of its signed copy. */
    entite: text(),
    entiteId: integer(),
    type: text().$type<TypeDocument>(),
    champ: text(),
    objet: text(),
    texte: text(),
    StoredFileId: storedFile(),
    /**
     * For a mail that sends an owner's account: this account and this owner. The PDF is made when the mail is sent;
     * each owner gets one mail.
     */
    CompteRenduId: integer(),
    ClientId: integer().references((): AnySQLiteColumn => clients.id, { onDelete: "set null" }),
    user: text(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("Courriel_genre").on(t.QuitanceId, t.genre, t.RejetId),
    uniqueIndex("Courriel_CompteRendu").on(t.CompteRenduId, t.ClientId),
    index("Courriel_Client").on(t.ClientId),
    index("Courriel_etat").on(t.etat, t.updatedAt),
    index("Courriel_record").on(t.entite, t.entiteId, t.id),
    index("Courriel_StoredFile").on(t.StoredFileId),
  ],
);

/**
 * The days on which the daily run queued all its receipts, and the number of these messages, summed over the runs of
 * the day: a trace only, which no run relies on.
 */
export const executions = sqliteTable("Execution", {
  jour: isoDate().primaryKey(),
  messages: integer().notNull(),
  ...creeLe,
});

/** The messages that the queue gave up on, for staff to see and send again. */
export const rebuts = sqliteTable(
  "Rebut",
  {
    id: id(),
    message: text({ mode: "json" }).$type<unknown>().notNull(),
    tentatives: integer().notNull(),
    repriseLe: text(),
    ...creeLe,
  },
  (t) => [index("Rebut_repriseLe").on(t.repriseLe)],
);
