import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import type { EntiteSignee } from "#domain/fichiers/fichier.ts";
import type { GenreDePersonne } from "#domain/personnes/personne.ts";
import type { Role } from "#domain/signature/demande.ts";
import type { Identite, LieuDeSignature } from "#domain/signature/preuve.ts";
import type { Trace } from "#domain/signature/wire.ts";
import { booleen, creeLe, horodatage, id, isoDate } from "./columns.ts";
import { storedFile } from "./fichiers.ts";

// Sealed files and their certificates; papers put to signature, and the traces of their signers (signature/README §18).

/** The certificates of the agency's seal; those of former keys stay, for the files they sealed. */
export const sceaux = sqliteTable("Sceau", {
  id: id(),
  /** SHA-256 of the public key, in hexadecimal digits. */
  empreinteCle: text().notNull(),
  /** In DER, base64. */
  certificat: text().notNull(),
  /** SHA-256 of the certificate, in hexadecimal digits. */
  empreinte: text().notNull().unique(),
  /** The name of the agency that it bears. */
  agence: text().notNull(),
  /** Instants. */
  du: text().notNull(),
  au: text().notNull(),
  /** The instant of its revocation, because its key leaked. */
  revoqueLe: text(),
  ...creeLe,
});

/** A file that was sealed. */
export const documentsScelles = sqliteTable(
  "DocumentScelle",
  {
    id: id(),
    SceauId: integer()
      .notNull()
      .references(() => sceaux.id),
    /** SHA-256, in hexadecimal digits: of the sealed file, then of the part that was read and signed. */
    empreinte: text().notNull().unique(),
    empreinteLue: text().notNull(),
    octetsLus: integer().notNull(),
    /** Instant. */
    scelleLe: text().notNull(),
    ...creeLe,
  },
  (t) => [index("DocumentScelle_Sceau").on(t.SceauId)],
);

/** A paper put to signature, frozen as it was read. Its state is derived from these dates and from its signers. */
export const demandesSignature = sqliteTable(
  "DemandeSignature",
  {
    id: id(),
    /**
     * The key made on the device for a signature on site: sent twice, it is recorded once. Null when opened at the
     * office.
     */
    cle: text().unique(),
    /** For an inventory signed on site: the content whose fingerprint the paper bears, as JSON. */
    constat: text(),
    type: text().$type<TypeDocument>().notNull(),
    titre: text().notNull(),
    /** The records of its path, under the names of the path's parameters. */
    sources: text({ mode: "json" }).$type<Record<string, number>>().notNull(),
    /** The place that the signed file will fill. */
    entite: text().$type<EntiteSignee>().notNull(),
    entiteId: integer().notNull(),
    champ: text().notNull(),
    DossierId: integer(),
    MissionId: integer(),
    /** The file that is read, then its content as the signers' page shows it. */
    StoredFileId: storedFile(),
    BlocsId: storedFile(),
    /** For a guarantee: the lease handed over with it, then its SHA-256. */
    AnnexeId: storedFile(),
    annexeEmpreinte: text(),
    /** SHA-256 of the file, in hexadecimal digits. */
    empreinte: text().notNull(),
    octets: integer().notNull(),
    pages: integer().notNull(),
    /** How many of the last pages come from joined files: the content does not have them. */
    pagesJointes: integer().notNull(),
    /** The versions, at that time, of the records it was made from. */
    versionSource: text().notNull(),
    lieu: text().$type<LieuDeSignature>().notNull(),
    consommateur: booleen().notNull(),
    /** Instants. */
    expireLe: text().notNull(),
    annuleeLe: text(),
    remplaceeLe: text(),
    motif: text(),
    DocumentScelleId: integer().references(() => documentsScelles.id),
    ScelleId: storedFile(),
    /** The last day on which a consumer may withdraw; null when nobody may. */
    retractationJusqua: isoDate(),
    /** When the consumer withdrew: an instant, or a day for a letter. */
    retracteeLe: text(),
    user: text(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("DemandeSignature_ouverte")
      .on(t.entite, t.entiteId, t.champ)
      .where(sql`"annuleeLe" IS NULL AND "remplaceeLe" IS NULL AND "DocumentScelleId" IS NULL`),
    index("DemandeSignature_fiche").on(t.entite, t.entiteId),
    uniqueIndex("DemandeSignature_DocumentScelle").on(t.DocumentScelleId),
    index("DemandeSignature_Dossier").on(t.DossierId),
    index("DemandeSignature_Mission").on(t.MissionId),
    index("DemandeSignature_StoredFile").on(t.StoredFileId),
    index("DemandeSignature_Blocs").on(t.BlocsId),
    index("DemandeSignature_Annexe").on(t.AnnexeId),
    index("DemandeSignature_Scelle").on(t.ScelleId),
  ],
);

/** A person who signs: his link, his code, and the evidence of his signature. */
export const signataires = sqliteTable(
  "Signataire",
  {
    id: id(),
    DemandeSignatureId: integer()
      .notNull()
      .references(() => demandesSignature.id, { onDelete: "cascade" }),
    rang: integer().notNull(),
    role: text().$type<Role>().notNull(),
    personne: text().$type<GenreDePersonne>(),
    personneId: integer(),
    nom: text().notNull(),
    qualite: text(),
    mail: text(),
    /** Hash of the secret of his link; null: he has none. */
    empreinte: text().unique(),
    envoyeLe: text(),
    /** The instant at which too many wrong codes closed his link. */
    retireLe: text(),
    /** The hash of the last code sent, until when it is valid, and how often it was tried. */
    codeEmpreinte: text(),
    codeExpireLe: text(),
    essais: integer().notNull().default(0),
    /** How many codes were asked for since that instant; how many were wrong since the last visit. */
    codes: integer().notNull().default(0),
    codesDepuis: text(),
    manques: integer().notNull().default(0),
    rappeleLe: text(),
    vuLe: text(),
    luLe: text(),
    secondesDeLecture: integer(),
    signeLe: text(),
    /** The same instant by the clock of an offline device. */
    signeLeAppareil: text(),
    refuseLe: text(),
    /** Why he refuses. */
    motif: text(),
    /** The sentence that he agreed to; then the boxes that he ticked. */
    consentement: text(),
    cases: text({ mode: "json" }).$type<string[]>(),
    /** For a guarantor: the words that he typed, then how many keys and seconds they took. */
    mention: text(),
    signesMention: integer(),
    secondesMention: integer(),
    /** Whether he keeps the right to have the tenant sued first. */
    gardeDiscussion: booleen(),
    ip: text(),
    agent: text(),
    /** The strokes that he drew: places, no speed. */
    trace: text({ mode: "json" }).$type<Trace>(),
    identite: text().$type<Identite>(),
    /** The paper that showed his identity, its SHA-256, and who saw him. */
    IdentiteFichierId: integer(),
    identiteEmpreinte: text(),
    identitePar: text(),
    /** For a signature in front of a member of the agency: when a mail told him of it. */
    avertiLe: text(),
    /** When his copy was mailed. */
    copieLe: text(),
    ...creeLe,
  },
  (t) => [
    index("Signataire_DemandeSignature").on(t.DemandeSignatureId),
    index("Signataire_personne").on(t.personne, t.personneId),
  ],
);

/** The token of a signer's visit after the code was given: short-lived, for this link only. */
export const visitesSignature = sqliteTable(
  "VisiteSignature",
  {
    id: id(),
    SignataireId: integer()
      .notNull()
      .references(() => signataires.id, { onDelete: "cascade" }),
    empreinte: text().notNull().unique(),
    expireLe: text().notNull(),
    ...creeLe,
  },
  (t) => [index("VisiteSignature_de").on(t.SignataireId)],
);
