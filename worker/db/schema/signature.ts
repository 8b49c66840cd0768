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

// Sealed files and their certificates; papers put to signature, and the evidence of their signers (signature/README
// §18).

/**
 * The certificates of the agency's seal. The certificates of former keys stay, for the files that these keys sealed.
 */
export const sceaux = sqliteTable("Sceau", {
  id: id(),
  /** SHA-256 of the public key, in hexadecimal digits. */
  empreinteCle: text().notNull(),
  /** The certificate in DER, then in base64. */
  certificat: text().notNull(),
  /** SHA-256 of the certificate, in hexadecimal digits. */
  empreinte: text().notNull().unique(),
  /** The name of the agency in the certificate. */
  agence: text().notNull(),
  /** The instants between which the certificate is valid. */
  du: text().notNull(),
  au: text().notNull(),
  /** The instant at which the certificate was revoked, because its key leaked. */
  revoqueLe: text(),
  ...creeLe,
});

export const documentsScelles = sqliteTable(
  "DocumentScelle",
  {
    id: id(),
    SceauId: integer()
      .notNull()
      .references(() => sceaux.id),
    /** The SHA-256, in hexadecimal digits, of the sealed file and of the part of it that was read and signed. */
    empreinte: text().notNull().unique(),
    empreinteLue: text().notNull(),
    octetsLus: integer().notNull(),
    /** The instant of the seal. */
    scelleLe: text().notNull(),
    ...creeLe,
  },
  (t) => [index("DocumentScelle_Sceau").on(t.SceauId)],
);

/** A paper put to signature, frozen as it was read. The state is derived from the dates and from the signers. */
export const demandesSignature = sqliteTable(
  "DemandeSignature",
  {
    id: id(),
    /**
     * The key made by the device for a signature on site, so that a request sent twice is recorded once. Null for a
     * request opened at the office.
     */
    cle: text().unique(),
    /** For an inventory signed on site: the content whose fingerprint is printed on the paper, as JSON. */
    constat: text(),
    type: text().$type<TypeDocument>().notNull(),
    titre: text().notNull(),
    /** The identifiers of the records in the API path of the document, by the names of the path's parameters. */
    sources: text({ mode: "json" }).$type<Record<string, number>>().notNull(),
    /** The record and the field that will hold the signed file. */
    entite: text().$type<EntiteSignee>().notNull(),
    entiteId: integer().notNull(),
    champ: text().notNull(),
    DossierId: integer(),
    MissionId: integer(),
    /** The PDF to sign, and its content as the signers' page shows it. */
    StoredFileId: storedFile(),
    BlocsId: storedFile(),
    /** For a guarantee: the lease handed over with it, and the SHA-256 of this lease. */
    AnnexeId: storedFile(),
    annexeEmpreinte: text(),
    /** SHA-256 of the file, in hexadecimal digits. */
    empreinte: text().notNull(),
    octets: integer().notNull(),
    pages: integer().notNull(),
    /** The number of last pages that come from joined files: the content on the signers' page leaves them out. */
    pagesJointes: integer().notNull(),
    /** The versions that the source records of the paper had when it was made. */
    versionSource: text().notNull(),
    lieu: text().$type<LieuDeSignature>().notNull(),
    consommateur: booleen().notNull(),
    /** The instants at which the request expires, was cancelled and was replaced by another. */
    expireLe: text().notNull(),
    annuleeLe: text(),
    remplaceeLe: text(),
    motif: text(),
    DocumentScelleId: integer().references(() => documentsScelles.id),
    ScelleId: storedFile(),
    /** The last day on which a consumer may withdraw; null when nobody may. */
    retractationJusqua: isoDate(),
    /** The instant at which the consumer withdrew, or the day for a letter. */
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

/** A person who signs, with his link, his code, and the evidence of his signature. */
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
    /** The hash of the secret of the signer's link; null: the signer has no link. */
    empreinte: text().unique(),
    envoyeLe: text(),
    /** The instant at which too many wrong codes closed the link. */
    retireLe: text(),
    /** The hash of the last code sent, the instant until which the code is valid, and the number of tries. */
    codeEmpreinte: text(),
    codeExpireLe: text(),
    essais: integer().notNull().default(0),
    /** The number of codes requested since `codesDepuis`, and the number of wrong codes since the last visit. */
    codes: integer().notNull().default(0),
    codesDepuis: text(),
    manques: integer().notNull().default(0),
    rappeleLe: text(),
    vuLe: text(),
    luLe: text(),
    secondesDeLecture: integer(),
    signeLe: text(),
    /** The instant of signature by the clock of an offline device. */
    signeLeAppareil: text(),
    refuseLe: text(),
    /** The reason of the refusal. */
    motif: text(),
    /** The sentence that the signer agreed to, and the boxes that the signer ticked. */
    consentement: text(),
    cases: text({ mode: "json" }).$type<string[]>(),
    /** For a guarantor or a debtor: the mention that he typed, and how many keystrokes and seconds it took. */
    mention: text(),
    signesMention: integer(),
    secondesMention: integer(),
    /** For a guarantor: whether he keeps the right to have the tenant sued first. */
    gardeDiscussion: booleen(),
    ip: text(),
    agent: text(),
    /** The strokes of the drawn signature: points, without speed. */
    trace: text({ mode: "json" }).$type<Trace>(),
    identite: text().$type<Identite>(),
    /** The paper that showed the signer's identity, its SHA-256, and the person who saw the signer. */
    IdentiteFichierId: integer(),
    identiteEmpreinte: text(),
    identitePar: text(),
    /** For a signature in front of a member of the agency: the instant at which a mail confirmed it to the signer. */
    avertiLe: text(),
    /** The instant at which the signer's copy was mailed. */
    copieLe: text(),
    ...creeLe,
  },
  (t) => [
    index("Signataire_DemandeSignature").on(t.DemandeSignatureId),
    index("Signataire_personne").on(t.personne, t.personneId),
  ],
);

/** The token of a signer's visit, issued once he has typed the code: short-lived, and valid for this link only. */
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
