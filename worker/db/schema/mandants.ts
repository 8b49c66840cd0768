import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ContenuCompteRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import {
  type ContenuFacture,
  MODES_HONORAIRES,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import type { ContenuActe } from "#domain/gerance/mandats/actes-mandat.ts";
import type { LigneDuRegistre } from "#domain/gerance/mandats/registre-mandats.ts";
import { creeLe, horodatage, id, isoDate, recherche } from "./columns.ts";
import { soldesDepart } from "./departs.ts";
import {
  avancesRendues,
  comptesBancaires,
  conditionsMandat,
  lignes,
  lignesReleve,
} from "./gerance.ts";
import { intendances, missions } from "./missions.ts";
import { clients, dossiers, locataires } from "./schema.ts";

// The owners' accounts (mandats/README §12.15 and after). Amounts are cents. Triggers (`worker/db/triggers.sql`)
// prevent the change or deletion of rows already reported to an owner, invoiced, paid or written in the register.

/** The share of each owner in a mandate, under one row of its terms; `rang` orders the owners, from 1. */
export const partsMandat = sqliteTable(
  "PartMandat",
  {
    id: id(),
    ConditionsMandatId: integer()
      .notNull()
      .references(() => conditionsMandat.id, { onDelete: "cascade" }),
    ClientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: "restrict" }),
    rang: integer().notNull(),
    num: integer().notNull(),
    den: integer().notNull(),
  },
  (t) => [
    uniqueIndex("PartMandat_Client").on(t.ConditionsMandatId, t.ClientId),
    index("PartMandat_de").on(t.ClientId),
  ],
);

/**
 * The bank details of a payee of the agency: an owner for a mandate, a tenant, or a supplier. Each change is a new
 * row, which takes effect once it is confirmed and its delay is over.
 */
export const coordonneesBancaires = sqliteTable(
  "CoordonneesBancaires",
  {
    id: id(),
    MissionId: integer().references(() => missions.id, { onDelete: "restrict" }),
    ClientId: integer().references(() => clients.id, { onDelete: "restrict" }),
    LocataireId: integer().references(() => locataires.id, { onDelete: "restrict" }),
    FournisseurId: integer().references((): AnySQLiteColumn => fournisseurs.id, {
      onDelete: "restrict",
    }),
    /** The holder, as on the bank's own paper. */
    titulaire: text().notNull(),
    /** The IBAN, masked; `secret` holds the whole IBAN, encrypted. */
    iban: text().notNull(),
    secret: text().notNull(),
    bic: text(),
    /** For a supplier: the person who confirmed the account, called back on a number that the agency already knew. */
    rappel: text(),
    etat: text({ enum: ["en_attente", "confirme", "refuse"] }).notNull(),
    /** The instant from which money may go to the account. */
    actifLe: text().notNull(),
    user: text(),
    UserId: integer(),
    decidePar: text(),
    decideLe: text(),
    ...creeLe,
  },
  (t) => [
    index("CoordonneesBancaires_de").on(t.MissionId, t.ClientId, t.id),
    index("CoordonneesBancaires_Client").on(t.ClientId),
    index("CoordonneesBancaires_Locataire").on(t.LocataireId, t.id),
    index("CoordonneesBancaires_Fournisseur").on(t.FournisseurId, t.id),
    uniqueIndex("CoordonneesBancaires_en_attente")
      .on(t.MissionId, t.ClientId)
      .where(sql`"etat" = 'en_attente'`),
    uniqueIndex("CoordonneesBancaires_Locataire_en_attente")
      .on(t.LocataireId)
      .where(sql`"etat" = 'en_attente'`),
    uniqueIndex("CoordonneesBancaires_Fournisseur_en_attente")
      .on(t.FournisseurId)
      .where(sql`"etat" = 'en_attente'`),
    check(
      "CoordonneesBancaires_titulaire",
      sql`("MissionId" IS NULL) = ("ClientId" IS NULL)
        AND ("ClientId" IS NOT NULL) + ("LocataireId" IS NOT NULL) + ("FournisseurId" IS NOT NULL) = 1`,
    ),
  ],
);

/** Suppliers paid for owners: works, insurance, building managers. */
export const fournisseurs = sqliteTable(
  "Fournisseur",
  {
    id: id(),
    nom: text().notNull(),
    siret: text(),
    tvaIntra: text(),
    adresse: text(),
    codePostal: text(),
    ville: text(),
    mail: text(),
    tel: text(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [index("Fournisseur_recherche").on(t.recherche)],
);

/**
 * The account rendered to an owner (compte rendu) for a period of his mandate. A draft is computed at each reading; a
 * validated account never changes.
 */
export const comptesRendus = sqliteTable(
  "CompteRendu",
  {
    id: id(),
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "restrict" }),
    /** The month that closes the period, `YYYY-MM`. */
    mois: text().notNull(),
    du: isoDate().notNull(),
    au: isoDate().notNull(),
    etat: text({ enum: ["brouillon", "valide"] })
      .notNull()
      .default("brouillon"),
    /**
     * The date of the entries that the account itself posts. This column and those down to `valideLe` are null for a
     * draft.
     */
    clotureLe: isoDate(),
    solde: integer(),
    encaissements: integer(),
    depenses: integer(),
    honorairesTTC: integer(),
    provision: integer(),
    reversement: integer(),
    /** The whole content of the paper of the account. */
    contenu: text({ mode: "json" }).$type<ContenuCompteRendu>(),
    validePar: text(),
    valideLe: text(),
    /**
     * The last entry of the books when the account was validated: once the period is over, no later entry may be
     * dated within it. Null for older accounts.
     */
    derniereEcritureId: integer(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("CompteRendu_mois").on(t.MissionId, t.mois),
    index("CompteRendu_etat").on(t.mois, t.etat),
  ],
);

/** The lines of the books that an owner's account includes: each line is in one account only. */
export const comptesRendusLignes = sqliteTable(
  "CompteRenduLigne",
  {
    LigneId: integer()
      .primaryKey()
      .references(() => lignes.id),
    CompteRenduId: integer()
      .notNull()
      .references(() => comptesRendus.id),
  },
  (t) => [index("CompteRenduLigne_de").on(t.CompteRenduId)],
);

/** The part of an owner's account (compte rendu) to be paid out to each owner. */
export const partsCompteRendu = sqliteTable(
  "CompteRenduPart",
  {
    id: id(),
    CompteRenduId: integer()
      .notNull()
      .references(() => comptesRendus.id),
    ClientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: "restrict" }),
    rang: integer().notNull(),
    num: integer().notNull(),
    den: integer().notNull(),
    montant: integer().notNull(),
  },
  (t) => [
    uniqueIndex("CompteRenduPart_Client").on(t.CompteRenduId, t.ClientId),
    index("CompteRenduPart_de").on(t.ClientId),
  ],
);

/**
 * A fee « sur demande » of the mandate that staff asked to take. The account of the month `mois`, or a later one,
 * takes the fee. Until then, the amount of the fee follows the terms; the account that takes the fee fixes the amount
 * for ever.
 */
export const fraisDemandes = sqliteTable(
  "FraisDemande",
  {
    id: id(),
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "cascade" }),
    /** The first month, `YYYY-MM`, whose account may take the fee. */
    mois: text().notNull(),
    /** The name of the fee, as in the terms. */
    libelle: text().notNull(),
    /** The purpose of the fee, as a person wrote it. */
    precision: text(),
    /**
     * The lease for which the fee is taken: its dwelling bears the fee in the tax year. Null when the fee is of the
     * whole mandate.
     */
    DossierId: integer().references(() => dossiers.id, { onDelete: "set null" }),
    /** The validated account that took the fee; null: the fee waits. */
    CompteRenduId: integer().references(() => comptesRendus.id),
    user: text(),
    ...creeLe,
  },
  (t) => [
    index("FraisDemande_Mission").on(t.MissionId, t.mois),
    index("FraisDemande_CompteRendu").on(t.CompteRenduId),
    index("FraisDemande_Dossier").on(t.DossierId),
  ],
);

/** An invoice of fees, or its credit note: `FH-2026-000311`, `AV-2026-000002`, without a gap within a year. */
export const facturesHonoraires = sqliteTable(
  "FactureHonoraires",
  {
    id: id(),
    serie: text({ enum: ["FH", "AV"] }).notNull(),
    exercice: text().notNull(),
    rang: integer().notNull(),
    numero: text()
      .notNull()
      .generatedAlwaysAs(sql`"serie" || '-' || "exercice" || '-' || printf('%06d', "rang")`, {
        mode: "virtual",
      }),
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "restrict" }),
    /**
     * The tenant who owes the invoice, for his part of the letting fees; null when the principals of the mandate owe
     * it.
     */
    DossierId: integer().references(() => dossiers.id),
    /** The account whose fees the invoice bills; null for an invoice outside any account. */
    CompteRenduId: integer().references(() => comptesRendus.id),
    /** The invoice that this credit note cancels. */
    CorrigeId: integer().references((): AnySQLiteColumn => facturesHonoraires.id),
    date: isoDate().notNull(),
    ht: integer().notNull(),
    tva: integer().notNull(),
    ttc: integer().notNull(),
    contenu: text({ mode: "json" }).$type<ContenuFacture>().notNull(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("FactureHonoraires_numero").on(t.serie, t.exercice, t.rang),
    uniqueIndex("FactureHonoraires_CompteRendu").on(t.CompteRenduId, t.serie),
    uniqueIndex("FactureHonoraires_Corrige").on(t.CorrigeId),
    index("FactureHonoraires_Mission").on(t.MissionId, t.date),
    index("FactureHonoraires_Dossier").on(t.DossierId),
  ],
);

/**
 * The payment of an invoice of fees by an owner or a tenant; negative for a credit note paid back. A payment taken
 * back stays, with the day and the reason.
 */
export const reglementsHonoraires = sqliteTable(
  "ReglementHonoraires",
  {
    id: id(),
    FactureHonorairesId: integer()
      .notNull()
      .references(() => facturesHonoraires.id),
    date: isoDate().notNull(),
    /** Cents. */
    montant: integer().notNull(),
    mode: text({ enum: MODES_HONORAIRES }).notNull(),
    /** The transfer that paid a credit note back; a statement line then shows the transfer, not this payment. */
    VirementId: integer().references((): AnySQLiteColumn => virements.id),
    /** The line of the agency's own bank account that shows the payment. */
    LigneReleveId: integer().references((): AnySQLiteColumn => lignesReleve.id, {
      onDelete: "restrict",
    }),
    annuleLe: isoDate(),
    motif: text(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    index("ReglementHonoraires_Facture").on(t.FactureHonorairesId),
    index("ReglementHonoraires_LigneReleve").on(t.LigneReleveId),
    index("ReglementHonoraires_Virement").on(t.VirementId),
  ],
);

/**
 * A batch of transfers executed together: prepared, then validated, possibly by a second person, then given to the
 * bank.
 */
export const reversements = sqliteTable(
  "Reversement",
  {
    id: id(),
    /** « REV-2026-11-0001 »: the identifier of the bank's file. */
    numero: text().notNull().unique(),
    dateExecution: isoDate().notNull(),
    CompteBancaireId: integer()
      .notNull()
      .references(() => comptesBancaires.id, { onDelete: "restrict" }),
    etat: text({ enum: ["a_valider", "valide", "telecharge", "annule"] }).notNull(),
    /** The version of the message in the bank's file, kept so that the file is the same each time. */
    format: text({ enum: ["pain.001.001.09", "pain.001.001.03"] }).notNull(),
    /**
     * The party that orders the transfers, the holder of the account and its bank, as they were when the batch was
     * made: the bank's file then stays the same.
     */
    emetteur: text().notNull().default(""),
    titulaire: text().notNull().default(""),
    bic: text(),
    user: text(),
    UserId: integer(),
    validePar: text(),
    valideLe: text(),
    telechargeLe: text(),
    motif: text(),
    ...horodatage,
  },
  (t) => [index("Reversement_etat").on(t.etat, t.dateExecution)],
);

/**
 * One transfer of a batch. It pays exactly one of these: an owner's part of an account, the sum due back to a tenant
 * who left, an advance given back to a tenant, a supplier's bill, the agency's own fees, or a credit note of fees.
 */
export const virements = sqliteTable(
  "Virement",
  {
    id: id(),
    ReversementId: integer()
      .notNull()
      .references(() => reversements.id),
    rang: integer().notNull(),
    CompteRenduPartId: integer().references(() => partsCompteRendu.id),
    SoldeDepartId: integer().references(() => soldesDepart.id),
    AvanceRendueId: integer().references(() => avancesRendues.id),
    IntendanceId: integer().references(() => intendances.id),
    FactureHonorairesId: integer().references(() => facturesHonoraires.id),
    /** The principal who is paid back his share of a credit note; null for any other payee. */
    MandantId: integer().references(() => clients.id, { onDelete: "restrict" }),
    CoordonneesBancairesId: integer().references(() => coordonneesBancaires.id),
    /** The agency's own account, for a transfer of its fees. */
    CompteBancaireId: integer().references(() => comptesBancaires.id),
    montant: integer().notNull(),
    titulaire: text().notNull(),
    /** The reference « M000042-2026-10-01 », never given twice, by which the bank's statement shows the transfer. */
    reference: text().notNull().unique(),
    libelle: text().notNull(),
    /** The outcome of the transfer: issued, removed from its batch, or refused by the bank. */
    etat: text({ enum: ["emis", "annule", "rejete"] })
      .notNull()
      .default("emis"),
    /** The reason why the bank refused the transfer. */
    motif: text(),
    LigneReleveId: integer().references((): AnySQLiteColumn => lignesReleve.id, {
      onDelete: "restrict",
    }),
    /**
     * The statement line by which the bank gave the money back: written once, for a transfer that the bank refused.
     */
    LigneRejetId: integer().references((): AnySQLiteColumn => lignesReleve.id, {
      onDelete: "restrict",
    }),
    ...creeLe,
  },
  (t) => [
    index("Virement_de").on(t.ReversementId, t.rang),
    uniqueIndex("Virement_part").on(t.CompteRenduPartId).where(sql`"etat" = 'emis'`),
    uniqueIndex("Virement_solde").on(t.SoldeDepartId).where(sql`"etat" = 'emis'`),
    uniqueIndex("Virement_avance").on(t.AvanceRendueId).where(sql`"etat" = 'emis'`),
    uniqueIndex("Virement_depense").on(t.IntendanceId).where(sql`"etat" = 'emis'`),
    uniqueIndex("Virement_avoir")
      .on(t.FactureHonorairesId)
      .where(sql`"etat" = 'emis' AND "MandantId" IS NULL`),
    uniqueIndex("Virement_part_d_avoir")
      .on(t.FactureHonorairesId, t.MandantId)
      .where(sql`"etat" = 'emis'`),
    index("Virement_LigneReleve").on(t.LigneReleveId),
    uniqueIndex("Virement_LigneRejet").on(t.LigneRejetId),
    index("Virement_Coordonnees").on(t.CoordonneesBancairesId),
    check(
      "Virement_origine",
      sql`("CompteRenduPartId" IS NOT NULL) + ("SoldeDepartId" IS NOT NULL) + ("AvanceRendueId" IS NOT NULL)
        + ("IntendanceId" IS NOT NULL) + ("FactureHonorairesId" IS NOT NULL) + ("CompteBancaireId" IS NOT NULL) = 1
        AND ("MandantId" IS NULL OR "FactureHonorairesId" IS NOT NULL)`,
    ),
  ],
);

/**
 * The register of mandates (décret n° 72-678, art. 65): each row is written once, and its seal covers the previous
 * row too.
 */
export const registreMandats = sqliteTable(
  "RegistreMandat",
  {
    id: integer().primaryKey(),
    /** The number of the mandate: never given twice, and never restarted at one. */
    numero: integer().notNull(),
    genre: text({ enum: ["inscription", "observation"] }).notNull(),
    date: isoDate().notNull(),
    MissionId: integer().references(() => missions.id, { onDelete: "restrict" }),
    contenu: text({ mode: "json" }).$type<LigneDuRegistre>().notNull(),
    precedente: text().notNull(),
    empreinte: text().notNull().unique(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("RegistreMandat_numero").on(t.numero).where(sql`"genre" = 'inscription'`),
    index("RegistreMandat_de").on(t.numero, t.id),
    index("RegistreMandat_Mission").on(t.MissionId),
  ],
);

/**
 * The acts that the parties of a registered mandate signed, each written once: rank 0 is the mandate when it entered
 * the register, then come the avenants.
 */
export const actesMandat = sqliteTable(
  "ActeMandat",
  {
    id: id(),
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "restrict" }),
    rang: integer().notNull(),
    /** The day from which the act applies. */
    depuis: isoDate().notNull(),
    /** For an avenant, the terms that it sets; null when it changes something else. */
    ConditionsMandatId: integer().references(() => conditionsMandat.id, { onDelete: "restrict" }),
    contenu: text({ mode: "json" }).$type<ContenuActe>().notNull(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("ActeMandat_rang").on(t.MissionId, t.rang),
    uniqueIndex("ActeMandat_Conditions").on(t.ConditionsMandatId),
  ],
);

/** The columns of a private link: its visitor types, at each visit, a code that the product mails to him. */
const lienPrive = () => ({
  /** The hash of the secret of the link. */
  empreinte: text().notNull().unique(),
  mail: text().notNull(),
  expireLe: text().notNull(),
  revoqueLe: text(),
  /** The hash of the last code sent, the instant until which the code is valid, and the number of tries. */
  codeEmpreinte: text(),
  codeExpireLe: text(),
  essais: integer().notNull().default(0),
  /** The number of codes requested since `codesDepuis`, and the number of wrong codes since the last visit. */
  codes: integer().notNull().default(0),
  codesDepuis: text(),
  manques: integer().notNull().default(0),
  vuLe: text(),
  user: text(),
  ...creeLe,
});

/** An owner's private access to his account: a link that expires, and a code mailed for each visit. */
export const accesProprietaires = sqliteTable(
  "AccesProprietaire",
  {
    id: id(),
    ClientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: "cascade" }),
    ...lienPrive(),
  },
  (t) => [index("AccesProprietaire_Client").on(t.ClientId, t.id)],
);

/** The token of an owner's visit, issued once he has typed the code: short-lived, and valid for this link only. */
export const visitesProprietaires = sqliteTable(
  "VisiteProprietaire",
  {
    id: id(),
    AccesProprietaireId: integer()
      .notNull()
      .references(() => accesProprietaires.id, { onDelete: "cascade" }),
    empreinte: text().notNull().unique(),
    expireLe: text().notNull(),
    ...creeLe,
  },
  (t) => [index("VisiteProprietaire_de").on(t.AccesProprietaireId)],
);

/** The accountant's private access to the exports of a period. */
export const accesComptables = sqliteTable("AccesComptable", {
  id: id(),
  /** The accountant's name, as the agency typed it. */
  nom: text().notNull(),
  du: isoDate().notNull(),
  au: isoDate().notNull(),
  ...lienPrive(),
});

/** The token of an accountant's visit. */
export const visitesComptables = sqliteTable(
  "VisiteComptable",
  {
    id: id(),
    AccesComptableId: integer()
      .notNull()
      .references(() => accesComptables.id, { onDelete: "cascade" }),
    empreinte: text().notNull().unique(),
    expireLe: text().notNull(),
    ...creeLe,
  },
  (t) => [index("VisiteComptable_de").on(t.AccesComptableId)],
);
