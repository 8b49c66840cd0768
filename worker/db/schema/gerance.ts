import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Correspondance } from "#domain/gerance/banque/correspondance.ts";
import type { Genre, Journal, Livre } from "#domain/gerance/livres/ecritures.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import type { EtatReglement, ModeReglement, Payeur } from "#domain/gerance/locataires/reglement.ts";
import type {
  AccordDe,
  Assiette,
  AutreHonoraire,
  ModeFonds,
  Periodicite,
  TauxEn,
} from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { MotifPause } from "#domain/gerance/relances/impayes.ts";
import type { Etape } from "#domain/gerance/relances/relances.ts";
import { booleen, creeLe, euros, horodatage, id, isoDate } from "./columns.ts";
import { storedFile, storedFiles } from "./fichiers.ts";
import { missions } from "./missions.ts";
import { courriels } from "./quittances.ts";
import { cautions, dossiers } from "./schema.ts";

// Accounting (livres/README). Amounts are in cents. Triggers (`worker/db/triggers.sql`) prevent entries, sums called
// and payments from being deleted, and their days and amounts from being changed; they keep each entry balanced.

/** The takeover of balances from the former books, and the day on which the books begin here. */
export const reprises = sqliteTable("Reprise", {
  id: id(),
  debut: isoDate().notNull(),
  etat: text({ enum: ["brouillon", "signee"] })
    .notNull()
    .default("brouillon"),
  /** The balances typed or imported: tenants, deposits, mandates and bank. */
  lignes: text({ mode: "json" }).$type<unknown[]>().notNull(),
  user: text(),
  signeeLe: text(),
  ...horodatage,
});

/** The months that the agency closed: no new entry is dated in such a month or before it (livres/README §12.1). */
export const cloturesMois = sqliteTable("ClotureMois", {
  id: id(),
  /** `YYYY-MM` */
  mois: text().notNull().unique(),
  /** Null when the month closed by itself, once all its accounts to owners were validated. */
  user: text(),
  ...creeLe,
});

/**
 * The closed years of the agency's own book, recorded when the setting of the year's end changes: a closed year keeps
 * its last day (livres/README §12.1).
 */
export const exercicesClos = sqliteTable("ExerciceClos", {
  id: id(),
  exercice: text().notNull().unique(),
  /** The last day of the year. */
  au: isoDate().notNull(),
  ...creeLe,
});

/**
 * The terms of a management mandate, from a given day on. When several rows have the same day, the last one written
 * counts.
 */
export const conditionsMandat = sqliteTable(
  "ConditionsMandat",
  {
    id: id(),
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "cascade" }),
    depuis: isoDate().notNull(),
    modeFonds: text().$type<ModeFonds>().notNull(),
    /**
     * The rate of the management fee in hundredths of a percent: 700 is 7 %; null: the mandate has no fee by
     * percentage.
     */
    tauxHonoraires: integer(),
    tauxEn: text().$type<TauxEn>().notNull().default("ht"),
    assiette: text().$type<Assiette>().notNull().default("encaisse_cc"),
    /** The fee in cents for each dwelling let, when the base is `forfait`. */
    forfait: integer(),
    tauxTva: integer().notNull().default(2000),
    autresHonoraires: text({ mode: "json" }).$type<AutreHonoraire[]>().notNull().default([]),
    /** Cents that stay on the owner's account. */
    provision: integer().notNull().default(0),
    periodicite: text().$type<Periodicite>().notNull().default("mensuelle"),
    /** The day, in the month after the period, on which the owner is paid. */
    jourReversement: integer().notNull().default(10),
    /** An expense above this sum, in cents, needs the owner's agreement. */
    seuilAccord: integer().notNull().default(15000),
    /** A revision of the rent of a dwelling waits for the agreement of its owner. */
    accordRevision: booleen().notNull().default(false),
    /** The owners whose agreement counts when the dwelling has several. */
    accordDe: text().$type<AccordDe>().notNull().default("contact"),
    user: text(),
    ...creeLe,
  },
  (t) => [index("ConditionsMandat_Mission").on(t.MissionId, t.depuis)],
);

/** An entry of the books, written after its lines and never changed; an error is reversed by another entry. */
export const ecritures = sqliteTable(
  "Ecriture",
  {
    id: integer().primaryKey(),
    livre: text().$type<Livre>().notNull(),
    exercice: text().notNull(),
    /** The number of the entry, without a gap within the year of a book. */
    numero: integer().notNull(),
    journal: text().$type<Journal>().notNull(),
    date: isoDate().notNull(),
    /**
     * The day of the fact, when the entry has a later date because the period of the fact was closed; null when both
     * days are the same.
     */
    pieceDate: isoDate(),
    libelle: text().notNull(),
    /** The paper behind the entry: the number of a receipt, of a payment. */
    piece: text(),
    /** A unique key, so that the entry is never posted twice. */
    cle: text().notNull().unique(),
    /** The entry that this one reverses. */
    annuleId: integer()
      .unique()
      .references((): AnySQLiteColumn => ecritures.id),
    DossierId: integer(),
    ReglementId: integer(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("Ecriture_numero").on(t.livre, t.exercice, t.numero),
    index("Ecriture_Dossier").on(t.DossierId, t.date),
    index("Ecriture_Reglement").on(t.ReglementId),
    index("Ecriture_date").on(t.date),
  ],
);

/** A line of an entry: either its debit or its credit is zero, not both. */
export const lignes = sqliteTable(
  "Ligne",
  {
    id: id(),
    EcritureId: integer()
      .notNull()
      .references(() => ecritures.id),
    genre: text().$type<Genre>().notNull(),
    /**
     * The subject of the account: a dossier, a mandate, a supplier or a bank account, by the kind of account
     * (`genre`).
     */
    de: integer(),
    /**
     * The mandate concerned: the identifier of a `Mission`, or minus the identifier of an `Appartement` without a
     * mandate.
     */
    mandat: integer(),
    debit: integer().notNull(),
    credit: integer().notNull(),
    nature: text().$type<NatureEcheance>(),
    /** For a line of fees or of their VAT: the rate of VAT, in hundredths of a percent. */
    tauxTva: integer(),
  },
  (t) => [
    index("Ligne_Ecriture").on(t.EcritureId),
    index("Ligne_compte").on(t.genre, t.de, t.debit, t.credit),
    index("Ligne_mandat").on(t.mandat, t.genre),
  ],
);

/** A sum called from a tenant, of one nature. */
export const echeances = sqliteTable(
  "Echeance",
  {
    id: id(),
    DossierId: integer().notNull(),
    /** The receipt that calls the sum, if any; this receipt may have been deleted since. */
    QuitanceId: integer(),
    /** The mandate concerned, as in `Ligne.mandat`. */
    mandat: integer().notNull(),
    /** `YYYY-MM` of the period. */
    mois: text().notNull(),
    exigibleLe: isoDate().notNull(),
    nature: text().$type<NatureEcheance>().notNull(),
    libelle: text(),
    montant: integer().notNull(),
    /** The part that no payment has settled, between 0 and `montant`; a trigger on `Imputation` updates it. */
    reste: integer().notNull(),
    /** The entry that calls the sum; null for a sum called before the books began. */
    EcritureId: integer(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("Echeance_Quitance").on(t.QuitanceId, t.nature),
    index("Echeance_Dossier").on(t.DossierId, t.exigibleLe),
    index("Echeance_due").on(t.DossierId, t.exigibleLe, t.reste).where(sql`"reste" > 0`),
  ],
);

/**
 * A payment for a dossier: its amount, day, mode and payer never change; its state and its statement lines may
 * change.
 */
export const reglements = sqliteTable(
  "Reglement",
  {
    id: id(),
    /** The year, « 2026 », and the rank within it, without a gap. */
    exercice: text().notNull(),
    rang: integer().notNull(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "restrict" }),
    date: isoDate().notNull(),
    /** Cents. */
    montant: integer().notNull(),
    /** The mode of payment; null: unknown. */
    mode: text().$type<ModeReglement>(),
    payeur: text().$type<Payeur>().notNull(),
    /** The receiver of the money: the mode of the mandate's funds on that day. */
    fonds: text().$type<ModeFonds>().notNull(),
    etat: text().$type<EtatReglement>().notNull(),
    /** The reason why the payment was refused or taken back, and the day. */
    motif: text(),
    finLe: isoDate(),
    CompteBancaireId: integer().references(() => comptesBancaires.id, { onDelete: "restrict" }),
    LigneReleveId: integer().references((): AnySQLiteColumn => lignesReleve.id, {
      onDelete: "restrict",
    }),
    /** The statement line that took the payment back: written once, and only for a payment that the bank refused. */
    LigneRejetId: integer().references((): AnySQLiteColumn => lignesReleve.id, {
      onDelete: "restrict",
    }),
    /** The paper of a waiver. */
    StoredFileId: integer().references(() => storedFiles.id, { onDelete: "restrict" }),
    commentaire: text(),
    /** A unique key, so that a payment is never recorded twice. */
    cle: text().notNull().unique(),
    user: text(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("Reglement_numero").on(t.exercice, t.rang),
    index("Reglement_Dossier").on(t.DossierId, t.date),
    index("Reglement_date").on(t.date),
    index("Reglement_LigneReleve").on(t.LigneReleveId),
    uniqueIndex("Reglement_LigneRejet").on(t.LigneRejetId),
    index("Reglement_CompteBancaire").on(t.CompteBancaireId),
    index("Reglement_StoredFile").on(t.StoredFileId),
    index("Reglement_recu").on(t.date).where(sql`"etat" = 'recu'`),
  ],
);

/** The part of a called sum that a payment settles; a row of the opposite amount undoes it. */
export const imputations = sqliteTable(
  "Imputation",
  {
    id: id(),
    /** Null when the sum called was withdrawn with its receipt, without a payment. */
    ReglementId: integer().references(() => reglements.id),
    EcheanceId: integer()
      .notNull()
      .references(() => echeances.id),
    montant: integer().notNull(),
    /** The entry of this settlement; null for a settlement before the books began. */
    EcritureId: integer(),
    ...creeLe,
  },
  (t) => [
    index("Imputation_Reglement").on(t.ReglementId, t.EcheanceId, t.montant),
    index("Imputation_Echeance").on(t.EcheanceId, t.ReglementId, t.montant),
  ],
);

/**
 * The sums paid in advance and given back to tenants who stay (locataires/README §12.29). A row never changes; a
 * wrong one is cancelled.
 */
export const avancesRendues = sqliteTable(
  "AvanceRendue",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "restrict" }),
    date: isoDate().notNull(),
    /** Cents. */
    montant: integer().notNull(),
    user: text(),
    annuleLe: isoDate(),
    annulePar: text(),
    motif: text(),
    ...creeLe,
  },
  (t) => [index("AvanceRendue_Dossier").on(t.DossierId)],
);

/** The housing benefit paid to the owner or the agency, from a given day on: the avis d'échéance deducts it. */
export const aidesLogement = sqliteTable(
  "AideLogement",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "cascade" }),
    depuis: isoDate().notNull(),
    montant: euros().notNull(),
    payeur: text({ enum: ["caf", "msa"] }).notNull(),
    user: text(),
    ...creeLe,
  },
  (t) => [index("AideLogement_Dossier").on(t.DossierId, t.depuis)],
);

/** The insurances that owners took out for tenants who proved none, each for a year (locataires/README §12.28). */
export const assurancesPourCompte = sqliteTable(
  "AssurancePourCompte",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "restrict" }),
    miseEnDemeureLe: isoDate().notNull(),
    du: isoDate().notNull(),
    prime: euros().notNull(),
    /** The increase added to the premium, in percent. */
    majoration: real().notNull(),
    /** `YYYY-MM`: the first month whose receipt includes a twelfth of the insurance. */
    premierMois: text().notNull(),
    /** The last day of the contract, when it was ended before its term. */
    finLe: isoDate(),
    user: text(),
    ...creeLe,
  },
  (t) => [uniqueIndex("AssurancePourCompte_Dossier").on(t.DossierId, t.du)],
);

export const comptesBancaires = sqliteTable("CompteBancaire", {
  id: id(),
  nom: text().notNull(),
  titulaire: text(),
  /** The IBAN, masked; `secret` holds the whole IBAN, encrypted. */
  iban: text().notNull(),
  secret: text().notNull(),
  bic: text(),
  usage: text({ enum: ["gerance", "agence"] }).notNull(),
  /** The balance on the evening of `dateDepart`, in cents. */
  soldeDepart: integer().notNull().default(0),
  dateDepart: isoDate(),
  fermeLe: isoDate(),
  /** The columns of the account's CSV statements, as a person last mapped them. */
  colonnesCsv: text({ mode: "json" }).$type<Correspondance>(),
  ...horodatage,
});

/** A statement of one bank account, as its file gives it. */
export const releves = sqliteTable(
  "Releve",
  {
    id: id(),
    CompteBancaireId: integer()
      .notNull()
      .references(() => comptesBancaires.id, { onDelete: "restrict" }),
    format: text().notNull(),
    nom: text().notNull(),
    /** The hash of the file. */
    empreinte: text().notNull(),
    du: isoDate(),
    au: isoDate(),
    /** The balances before and after the statement, in cents; null when the file does not give them. */
    ancienSolde: integer(),
    nouveauSolde: integer(),
    connues: integer().notNull(),
    StoredFileId: integer().references(() => storedFiles.id, { onDelete: "restrict" }),
    user: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("Releve_empreinte").on(t.CompteBancaireId, t.empreinte),
    index("Releve_StoredFile").on(t.StoredFileId),
  ],
);

/**
 * A movement of a bank account: its content never changes, except the name of an erased person; its matching may
 * change.
 */
export const lignesReleve = sqliteTable(
  "LigneReleve",
  {
    id: id(),
    ReleveId: integer()
      .notNull()
      .references(() => releves.id, { onDelete: "restrict" }),
    CompteBancaireId: integer()
      .notNull()
      .references(() => comptesBancaires.id, { onDelete: "restrict" }),
    date: isoDate().notNull(),
    valeur: isoDate(),
    /** Cents; negative for money paid out of the account. */
    montant: integer().notNull(),
    libelle: text().notNull(),
    reference: text(),
    tiers: text(),
    /** The payer's account: the masked IBAN, the encrypted IBAN, and the keyed hash that recognizes the account. */
    iban: text(),
    ibanSecret: text(),
    payeurEmpreinte: text(),
    rejet: integer({ mode: "boolean" }).notNull(),
    /**
     * Whether the line comes from a statement that gives its account number and its balances. Anybody could forge a
     * file without these.
     */
    prouvee: integer({ mode: "boolean" }).notNull().default(true),
    /**
     * The content of the line and its rank among lines of the same content, by which the line is recognized in
     * another file.
     */
    cle: text().notNull(),
    etat: text({ enum: ["a_rapprocher", "rapprochee", "ecartee"] })
      .notNull()
      .default("a_rapprocher"),
    /** The entry that the line shows, when it moves the agency's own money. */
    ApportId: integer().references(() => ecritures.id, { onDelete: "restrict" }),
    /** For a sum whose owner was unknown: the line by which the sum was paid back. */
    RendueParId: integer().references((): AnySQLiteColumn => lignesReleve.id, {
      onDelete: "restrict",
    }),
    /** Whether the product itself matched the line. */
    automatique: integer({ mode: "boolean" }).notNull().default(false),
    motif: text(),
    user: text(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("LigneReleve_cle").on(t.CompteBancaireId, t.cle),
    index("LigneReleve_Releve").on(t.ReleveId, t.id),
    index("LigneReleve_etat").on(t.etat, t.date),
    uniqueIndex("LigneReleve_Apport").on(t.ApportId),
    index("LigneReleve_Rendue").on(t.RendueParId),
    index("LigneReleve_payeur").on(t.payeurEmpreinte),
    index("LigneReleve_montant").on(t.CompteBancaireId, t.montant, t.date),
  ],
);

/** The accounts from which a dossier was paid, each confirmed by a person. */
export const payeursConnus = sqliteTable(
  "PayeurConnu",
  {
    id: id(),
    empreinte: text().notNull(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "cascade" }),
    payeur: text().$type<Payeur>().notNull(),
    confirmations: integer().notNull().default(1),
    vuLe: isoDate().notNull(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("PayeurConnu_empreinte").on(t.empreinte, t.DossierId),
    index("PayeurConnu_Dossier").on(t.DossierId),
  ],
);

/**
 * A reminder: drafted by the daily run, then sent or set aside by a person. The product sets it aside once the debt
 * is paid or, for a question to the owner, once the answer is known.
 */
export const relances = sqliteTable(
  "Relance",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "restrict" }),
    etape: text().$type<Etape>().notNull(),
    /** The recipient, when it is not the tenant. */
    CautionId: integer().references(() => cautions.id, { onDelete: "set null" }),
    /** The oldest due day of the arrears. */
    exigibleLe: isoDate().notNull(),
    /** Cents. */
    montant: integer().notNull(),
    etat: text({ enum: ["brouillon", "liberee", "ecartee"] })
      .notNull()
      .default("brouillon"),
    canal: text({ enum: ["courriel", "lettre"] }).notNull(),
    objet: text().notNull(),
    texte: text().notNull(),
    CourrielId: integer().references(() => courriels.id, { onDelete: "set null" }),
    motif: text(),
    libereeLe: text(),
    user: text(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("Relance_etape").on(
      t.DossierId,
      t.etape,
      t.exigibleLe,
      sql`coalesce("CautionId", 0)`,
    ),
    index("Relance_etat").on(t.etat, t.id),
    index("Relance_Caution").on(t.CautionId),
    index("Relance_Courriel").on(t.CourrielId),
  ],
);

/** A pause: no reminder is sent for the dossier up to `jusquau`, included, unless the pause is ended before. */
export const pauses = sqliteTable(
  "Pause",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "cascade" }),
    motif: text().$type<MotifPause>().notNull(),
    commentaire: text(),
    jusquau: isoDate().notNull(),
    leveeLe: isoDate(),
    user: text(),
    ...creeLe,
  },
  (t) => [index("Pause_Dossier").on(t.DossierId, t.jusquau)],
);

/** A tenant's promise to pay his arrears on top of the current rent. */
export const plansApurement = sqliteTable(
  "PlanApurement",
  {
    id: id(),
    DossierId: integer()
      .notNull()
      .references(() => dossiers.id, { onDelete: "restrict" }),
    date: isoDate().notNull(),
    /** The day and the cents of each instalment. */
    termes: text({ mode: "json" }).$type<{ date: string; montant: number }[]>().notNull(),
    /** The cents owed on the day of the plan. */
    montant: integer().notNull(),
    closLe: isoDate(),
    motif: text(),
    user: text(),
    signedId: storedFile(),
    ...horodatage,
  },
  (t) => [
    index("PlanApurement_Dossier").on(t.DossierId, t.id),
    index("PlanApurement_signed").on(t.signedId),
  ],
);
