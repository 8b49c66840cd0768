import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { GenreDePersonne } from "#domain/personnes/personne.ts";
import type { Role } from "#domain/profils/droits.ts";
import type { EvenementSecurite } from "#domain/profils/securite.ts";
import { booleen, creeLe, horodatage, id, recherche } from "./columns.ts";
import { storedFiles } from "./fichiers.ts";

// The agency: its staff and their sign-ins, its settings, its history.

export const users = sqliteTable(
  "User",
  {
    id: id(),
    email: text().notNull().unique(),
    /** The first name and family name, as colleagues see them. */
    nom: text(),
    role: text().$type<Role>().notNull(),
    password: text().notNull(),
    mustSetPassword: booleen().notNull().default(true),
    /** Each session token contains this instant: a new password revokes every earlier token. */
    passwordChangedAt: text().notNull(),
    /** The instant at which a temporary password stops working; null once the user has chosen another. */
    temporaryUntil: text(),
    /** The hashes of replaced temporary passwords: none of them may be chosen later. */
    temporaryBefore: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /**
     * The secret of the user's authenticator app, encrypted: in `totpPending` until the user types a code of the app,
     * then in `totpSecret`.
     */
    totpSecret: text(),
    totpPending: text(),
    /** The last TOTP time step whose code was accepted, so that no code is accepted twice. */
    totpStep: integer(),
    /** The user may sign for the agency, as administrators do. */
    habiliteSigner: booleen().notNull().default(false),
    /** The user wants the weekly mail of deadlines. */
    suiviMail: booleen().notNull().default(false),
    /**
     * The hash of the secret in the address of the user's calendar of deadlines; null when the user has no such
     * calendar.
     */
    suiviCle: text(),
    ...horodatage,
  },
  (t) => [uniqueIndex("User_suiviCle").on(t.suiviCle)],
);

/** An open session: a token whose session has no row opens nothing. */
export const sessions = sqliteTable(
  "Session",
  {
    id: text().primaryKey(),
    UserId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The browser in words: « Chrome sur Windows ». */
    device: text().notNull(),
    lastSeenAt: text().notNull(),
    /** The instant at which the user last typed a password. */
    confirmedAt: text().notNull(),
    expiresAt: text().notNull(),
    ...creeLe,
  },
  (t) => [index("Session_User").on(t.UserId), index("Session_expiresAt").on(t.expiresAt)],
);

/** The browsers in which a user account has signed in: each browser has a key, of which this table has the hash. */
export const devices = sqliteTable(
  "Device",
  {
    id: id(),
    UserId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hash: text().notNull(),
    nom: text().notNull(),
    lastSeenAt: text().notNull(),
    ...creeLe,
  },
  (t) => [uniqueIndex("Device_User_hash").on(t.UserId, t.hash)],
);

export const passkeys = sqliteTable(
  "Passkey",
  {
    id: id(),
    UserId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    credentialId: text().notNull().unique(),
    /** The key in COSE, then in base64url. */
    publicKey: text().notNull(),
    counter: integer().notNull(),
    transports: text({ mode: "json" }).$type<string[]>().notNull(),
    nom: text().notNull(),
    lastUsedAt: text(),
    ...creeLe,
  },
  (t) => [index("Passkey_User").on(t.UserId)],
);

export const recoveryCodes = sqliteTable(
  "RecoveryCode",
  {
    id: id(),
    UserId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hash: text().notNull().unique(),
    usedAt: text(),
    ...creeLe,
  },
  (t) => [index("RecoveryCode_User").on(t.UserId)],
);

/** A challenge that a browser must answer once, within minutes. */
export const challenges = sqliteTable("Challenge", {
  id: text().primaryKey(),
  UserId: integer().references(() => users.id, { onDelete: "cascade" }),
  purpose: text().notNull(),
  value: text().notNull(),
  /** The number of wrong answers so far, for a challenge that allows several. */
  essais: integer().notNull().default(0),
  expiresAt: text().notNull(),
});

/** The events about access and personal data, kept for a year. */
export const securityEvents = sqliteTable(
  "SecurityEvent",
  {
    id: id(),
    evenement: text().$type<EvenementSecurite>().notNull(),
    /** The e-mail of the user account concerned. */
    user: text(),
    device: text(),
    details: text({ mode: "json" }).$type<Record<string, unknown>>(),
    ...creeLe,
  },
  (t) => [index("SecurityEvent_createdAt").on(t.createdAt), index("SecurityEvent_user").on(t.user)],
);

/**
 * The failed sign-ins, counted for a user account from an IP address, for an IP address, and for a device: the wait
 * before the next try grows with their number.
 */
export const loginFailures = sqliteTable("LoginFailure", {
  key: text().primaryKey(),
  count: integer().notNull(),
  lastAt: text().notNull(),
});

export const variables = sqliteTable(
  "Variable",
  {
    id: id(),
    nom: text().notNull().unique(),
    /** The value; for a secret setting, the part that anyone may see. */
    valeur: text(),
    /** The whole value, encrypted. */
    secret: text(),
    /** The file, for the settings that are one: `logo`, `cachet`, `notice`. */
    StoredFileId: integer().references((): AnySQLiteColumn => storedFiles.id, {
      onDelete: "set null",
    }),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [index("Variable_StoredFile").on(t.StoredFileId)],
);

export const history = sqliteTable(
  "History",
  {
    id: id(),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    etat: text().notNull(),
    details: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** The author's e-mail, kept when the account is deleted. Null for the product itself. */
    user: text(),
    /**
     * For each value in `details`, its seal and the salt of the seal. The salt is deleted when the value is erased.
     */
    scelles: text({ mode: "json" }).$type<Record<string, { sel: string | null; sceau: string }>>(),
    /** The hash of this line and of the line before; null until the line is sealed. */
    empreinte: text(),
    ...creeLe,
  },
  (t) => [
    index("History_record").on(t.entite, t.entiteId, t.id),
    index("History_a_sceller").on(t.id).where(sql`"empreinte" IS NULL`),
  ],
);

/** The changes that a second administrator must decide, or has decided. */
export const changements = sqliteTable(
  "Changement",
  {
    id: id(),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    champ: text().notNull(),
    /** The value before and the value after the change, both encrypted. */
    avant: text(),
    apres: text(),
    etat: text({ enum: ["en_attente", "confirme", "refuse"] })
      .notNull()
      .default("en_attente"),
    user: text().notNull(),
    /**
     * The identifier of the author's user account, because its e-mail may change; the row stays after the account is
     * deleted.
     */
    UserId: integer().notNull(),
    decidePar: text(),
    decideLe: text(),
    ...creeLe,
  },
  (t) => [
    uniqueIndex("Changement_en_attente")
      .on(t.entite, t.entiteId, t.champ)
      .where(sql`"etat" = 'en_attente'`),
  ],
);

/**
 * The persons whom deleted, detached or moved records concerned. The erasure and the export of a person read these
 * rows.
 */
export const rattachements = sqliteTable(
  "Rattachement",
  {
    entite: text().notNull(),
    entiteId: integer().notNull(),
    personne: text().$type<GenreDePersonne>().notNull(),
    personneId: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personne, t.personneId, t.entite, t.entiteId] }),
    index("Rattachement_record").on(t.entite, t.entiteId),
  ],
);

/** The erased persons, so that a restored copy erases them again. Identifiers only. */
export const effacements = sqliteTable(
  "Effacement",
  {
    personne: text().$type<GenreDePersonne>().notNull(),
    personneId: integer().notNull(),
    ...creeLe,
  },
  (t) => [primaryKey({ columns: [t.personne, t.personneId] })],
);
