import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { CLASSES_DPE, REGIMES_JURIDIQUES, ZONES } from "#domain/appartement.ts";
import type { TYPES_DUREE } from "#domain/caution.ts";
import type { EtatCourriel, GenreCourriel } from "#domain/courriel.ts";
import type { NatureFiscale, Recuperable } from "#domain/depense.ts";
import type { TypeDocument } from "#domain/document.ts";
import type { Dossier, MODES_CHARGES, TYPES_BAIL } from "#domain/dossier.ts";
import type { Role } from "#domain/droits.ts";
import type { EncadrementDeclare } from "#domain/encadrement.ts";
import type { Piece } from "#domain/etat-lieux.ts";
import { MODES_PAIEMENT, MODES_QUITTANCE } from "#domain/paiement.ts";
import type { GenreDePersonne } from "#domain/personne.ts";
import type { EvenementSecurite } from "#domain/securite.ts";
import {
  booleen,
  creeLe,
  euros,
  horodatage,
  id,
  isoDate,
  ordreDesAdresses,
  recherche,
} from "./columns.ts";

type Un<T extends readonly string[]> = T[number];

// Agency: people who work there, settings, what happened

export const users = sqliteTable("User", {
  id: id(),
  email: text().notNull().unique(),
  role: text().$type<Role>().notNull(),
  password: text().notNull(),
  mustSetPassword: booleen().notNull().default(true),
  /** A token names this instant: changing the password revokes every earlier token. */
  passwordChangedAt: text().notNull(),
  /** A temporary password is worth nothing from then on. */
  temporaryUntil: text(),
  /** The key of the codes of the second factor, encrypted; `totpPending` until one code of it was given. */
  totpSecret: text(),
  totpPending: text(),
  /** The last step whose code was taken: none is taken twice. */
  totpStep: integer(),
  ...horodatage,
});

/** A session that is open: its token is worth nothing once its row is gone. */
export const sessions = sqliteTable(
  "Session",
  {
    id: text().primaryKey(),
    UserId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In words: « Chrome sur Windows ». */
    device: text().notNull(),
    lastSeenAt: text().notNull(),
    /** When its holder last gave a password. */
    confirmedAt: text().notNull(),
    expiresAt: text().notNull(),
    ...creeLe,
  },
  (t) => [index("Session_User").on(t.UserId), index("Session_expiresAt").on(t.expiresAt)],
);

/** Browsers in which an account has signed in: each holds a key of which this is the hash. */
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
    /** COSE, base64url. */
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

/** What a browser must answer once, within minutes. */
export const challenges = sqliteTable("Challenge", {
  id: text().primaryKey(),
  UserId: integer().references(() => users.id, { onDelete: "cascade" }),
  purpose: text().notNull(),
  value: text().notNull(),
  /** Wrong answers so far, where several are allowed. */
  essais: integer().notNull().default(0),
  expiresAt: text().notNull(),
});

/** What touches access and personal data: sign-ins, failures, roles, exports, erasures; kept a year. */
export const securityEvents = sqliteTable(
  "SecurityEvent",
  {
    id: id(),
    evenement: text().$type<EvenementSecurite>().notNull(),
    /** The e-mail of whom it concerns. */
    user: text(),
    device: text(),
    details: text({ mode: "json" }).$type<Record<string, unknown>>(),
    ...creeLe,
  },
  (t) => [index("SecurityEvent_createdAt").on(t.createdAt), index("SecurityEvent_user").on(t.user)],
);

/** Failed logins of an account from an address, of an address, of a device: the delay grows with them. */
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
    /** Of a setting that is kept secret, what anyone may see of it. */
    valeur: text(),
    /** The whole of it, encrypted. */
    secret: text(),
    /** The picture, for a setting that is one: `logo`, `cachet`. */
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
    /** The e-mail of who did it: kept when the account goes. Null: the product itself. */
    user: text(),
    /** Of each detail its own seal and its salt; the salt goes with a value that is forgotten. */
    scelles: text({ mode: "json" }).$type<Record<string, { sel: string | null; sceau: string }>>(),
    /** The hash of this line and of the one before; null until it is sealed. */
    empreinte: text(),
    ...creeLe,
  },
  (t) => [
    index("History_record").on(t.entite, t.entiteId, t.id),
    index("History_a_sceller").on(t.id).where(sql`"empreinte" IS NULL`),
  ],
);

// Personal data

/** Whom a record concerned that has since been deleted, detached or moved: erasure and export follow it. */
export const rattachements = sqliteTable(
  "Rattachement",
  {
    entite: text().notNull(),
    entiteId: integer().notNull(),
    /** The person: `Locataire`, `Client` or `Caution`. */
    personne: text().$type<GenreDePersonne>().notNull(),
    personneId: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personne, t.personneId, t.entite, t.entiteId] }),
    index("Rattachement_record").on(t.entite, t.entiteId),
  ],
);

/** The persons whose data were erased: a restored copy erases them again. Identifiers only. */
export const effacements = sqliteTable(
  "Effacement",
  {
    personne: text().$type<GenreDePersonne>().notNull(),
    personneId: integer().notNull(),
    ...creeLe,
  },
  (t) => [primaryKey({ columns: [t.personne, t.personneId] })],
);

/** Changes that wait for a second administrator. */
export const changements = sqliteTable(
  "Changement",
  {
    id: id(),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    champ: text().notNull(),
    /** Encrypted, as the value before. */
    avant: text(),
    apres: text(),
    etat: text({ enum: ["en_attente", "confirme", "refuse"] })
      .notNull()
      .default("en_attente"),
    user: text().notNull(),
    /** The same account, which may change its e-mail; it outlives it. */
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

// Stored files: one row an object in R2

export const storedFiles = sqliteTable("StoredFile", {
  id: id(),
  key: text().notNull().unique(),
  nom: text().notNull(),
  extention: text().notNull(),
  type: text().notNull(),
  taille: integer().notNull(),
  user: text(),
  ...creeLe,
});

const storedFile = () =>
  integer().references((): AnySQLiteColumn => storedFiles.id, { onDelete: "set null" });

/** Documents the product made, version after version. */
export const documents = sqliteTable(
  "Document",
  {
    id: id(),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    type: text().$type<TypeDocument>().notNull(),
    StoredFileId: integer()
      .notNull()
      .references(() => storedFiles.id, { onDelete: "cascade" }),
    warnings: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The account or the invoice whose only paper it is; null where there may be other versions. */
    PieceId: integer(),
    user: text(),
    ...creeLe,
  },
  (t) => [
    index("Document_record").on(t.entite, t.entiteId, t.id),
    index("Document_StoredFile").on(t.StoredFileId),
    uniqueIndex("Document_piece").on(t.type, t.PieceId),
  ],
);

/** What a file of a record was before it was replaced: kept, as evidence is. */
export const remplacements = sqliteTable(
  "Remplacement",
  {
    id: id(),
    entite: text().notNull(),
    entiteId: integer().notNull(),
    /** The field that held it, as the wire spells it. */
    champ: text().notNull(),
    StoredFileId: integer()
      .notNull()
      .references(() => storedFiles.id, { onDelete: "cascade" }),
    user: text(),
    ...creeLe,
  },
  (t) => [
    index("Remplacement_record").on(t.entite, t.entiteId, t.id),
    index("Remplacement_StoredFile").on(t.StoredFileId),
  ],
);

// Owners

export const clients = sqliteTable(
  "Client",
  {
    id: id(),
    titre: text({ enum: ["Monsieur", "Madame", "Mademoiselle"] }).notNull(),
    nom: text().notNull(),
    prenom: text().notNull(),
    nomJeuneFille: text(),
    nom2: text(),
    sexe: text({ enum: ["Non définit", "Non défini", "Male", "Femelle"] }).notNull(),
    qualite: text({ enum: ["personne_physique", "sci_familiale", "personne_morale"] }).notNull(),
    naissance: isoDate(),
    lieuNaissance: text(),
    cpNaissance: text(),
    mariage: integer().references((): AnySQLiteColumn => clients.id, { onDelete: "set null" }),
    adresse: text(),
    codePostal: text(),
    ville: text(),
    adresseFiscale: text(),
    codePostalFiscale: text(),
    villeFiscale: text(),
    adresseDefaut: text({ enum: ["adresse", "adresseFiscale"] }).notNull(),
    mailPerso: text(),
    mailPro: text(),
    mailDefaut: text().notNull(),
    fixePerso: text(),
    fixePro: text(),
    mobilePerso: text(),
    mobilePro: text(),
    telDefaut: text().notNull(),
    numEdf: text(),
    numEnedis: text(),
    numSiret: text(),
    tvaIntra: text(),
    /** It is subject to VAT: its invoices of fees are electronic. */
    assujetti: booleen().notNull().default(false),
    /** Where its electronic invoices are routed. */
    adresseElectronique: text(),
    representantNom: text(),
    representantQualite: text(),
    creationPOI: isoDate(),
    dateDepotPOI: isoDate(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [index("Client_recherche").on(t.recherche), index("Client_mariage").on(t.mariage)],
);

// Apartments

export const appartements = sqliteTable(
  "Appartement",
  {
    id: id(),
    adresse: text().notNull(),
    codePostal: text().notNull(),
    ville: text().notNull(),
    situation: text(),
    typeImmeuble: text({ enum: ["collectif", "individuel"] }).notNull(),
    destination: text({ enum: ["usage d'habitation", "usage mixte"] }).notNull(),
    periodeConstruction: text({
      enum: ["avant 1946", "1946-1970", "1971-1990", "après 1990"],
    }).notNull(),
    numeroClef: text(),
    detailClef: text(),
    detailTelecomande: text(),
    digicode: text(),
    pdl: text(),
    etage: text(),
    nbPiece: integer(),
    surface: real(),
    cave: booleen().notNull().default(false),
    caveNum: text(),
    chauffage: text({ enum: ["collective", "individuelle"] }).notNull(),
    eauChaude: text({ enum: ["collective", "individuelle"] }).notNull(),
    wip: booleen().notNull().default(false),
    quitanceAuto: booleen().notNull().default(true),
    loyerHC: euros().notNull(),
    charge: euros().notNull(),
    autresInfo: text(),
    elementEquipement: text(),
    elementEquipementImportant: text(),
    syndicNom: text(),
    syndicMail: text(),
    syndicTel: text(),
    gestionnaireSyndicNom: text(),
    gestionnaireSyndicTel: text(),
    gestionnaireSyndicMail: text(),
    conseillerSyndical: text(),
    autreSyndic: text(),
    gardienNom: text(),
    gardienTel: text(),
    defaultContact: integer().references(() => clients.id, { onDelete: "set null" }),
    identifiantFiscal: text(),
    dpeClasse: text().$type<Un<typeof CLASSES_DPE>>(),
    dpeDepenseMin: euros(),
    dpeDepenseMax: euros(),
    dpeAnnee: integer(),
    regimeJuridique: text().$type<Un<typeof REGIMES_JURIDIQUES>>(),
    zone: text().$type<Un<typeof ZONES>>(),
    zoneTendue: booleen(),
    zoneEncadree: booleen(),
    internet: text(),
    repartition: text(),
    recherche: recherche(),
    ...ordreDesAdresses(),
    ...horodatage,
  },
  (t) => [
    index("Appartement_recherche").on(t.recherche),
    index("Appartement_ordre").on(t.ordre),
    index("Appartement_defaultContact").on(t.defaultContact),
  ],
);

export const proprietes = sqliteTable(
  "Propriete",
  {
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "cascade" }),
    ClientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: "restrict" }),
  },
  (t) => [
    primaryKey({ columns: [t.AppartementId, t.ClientId] }),
    index("Propriete_Client").on(t.ClientId),
  ],
);

export const equipements = sqliteTable("Equipement", {
  id: id(),
  nom: text().notNull().unique(),
  collectif: booleen().notNull().default(false),
  recherche: recherche(),
  ...horodatage,
});

export const appartementEquipements = sqliteTable(
  "AppartementEquipement",
  {
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "cascade" }),
    EquipementId: integer()
      .notNull()
      .references(() => equipements.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.AppartementId, t.EquipementId] }),
    index("AppartementEquipement_Equipement").on(t.EquipementId),
  ],
);

export const images = sqliteTable(
  "Image",
  {
    id: id(),
    AppartementId: integer().references(() => appartements.id, { onDelete: "cascade" }),
    StoredFileId: integer()
      .notNull()
      .references(() => storedFiles.id, { onDelete: "cascade" }),
    ...horodatage,
  },
  (t) => [
    index("Image_Appartement").on(t.AppartementId),
    index("Image_StoredFile").on(t.StoredFileId),
  ],
);

export const etatsLieux = sqliteTable(
  "EtatLieux",
  {
    id: id(),
    AppartementId: integer().references(() => appartements.id, { onDelete: "restrict" }),
    lieu: text().notNull(),
    date: isoDate().notNull(),
    clef: text().notNull(),
    eauFroide: text().notNull(),
    eauChaude: text().notNull(),
    chauffage: text().notNull(),
    antenne: text().notNull(),
    amenagement: text().notNull(),
    interphone: text(),
    doubleVitrage: booleen().notNull().default(false),
    releveGaz: text(),
    pieces: text({ mode: "json" }).$type<Piece[]>().notNull(),
    signedId: storedFile(),
    ...horodatage,
  },
  (t) => [
    index("EtatLieux_Appartement").on(t.AppartementId),
    index("EtatLieux_signed").on(t.signedId),
  ],
);

// Tenants

export const locataires = sqliteTable(
  "Locataire",
  {
    id: id(),
    rp: booleen().notNull(),
    quitanceAuto: booleen().notNull(),
    accordEmail: booleen().notNull(),
    titre: text({ enum: ["Monsieur", "Madame", "Mademoiselle"] }).notNull(),
    nom: text().notNull(),
    prenom: text().notNull(),
    nomJeuneFille: text(),
    naissance: isoDate(),
    lieuNaissance: text(),
    adresse: text().notNull(),
    codePostal: text().notNull(),
    ville: text().notNull(),
    mail: text().notNull(),
    mail2: text(),
    tel: text().notNull(),
    tel2: text(),
    secondTitulaire: booleen().notNull(),
    autreTitre: text({ enum: ["Monsieur", "Madame", "Mademoiselle"] }),
    autreNom: text(),
    autrePrenom: text(),
    autreNomJeuneFille: text(),
    autreNaissance: isoDate(),
    autreLieuNaissance: text(),
    autreMail: text(),
    autreTel: text(),
    autreTel2: text(),
    mineurTitre: text({ enum: ["Monsieur", "Madame", "Mademoiselle"] }),
    mineurNom: text(),
    mineurPrenom: text(),
    mineurNaissance: isoDate(),
    mineurLieuNaissance: text(),
    mineurMail: text(),
    mineurTel: text(),
    mineurTel2: text(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [index("Locataire_recherche").on(t.recherche)],
);

// Dossiers

export const dossiers = sqliteTable(
  "Dossier",
  {
    id: id(),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
    LocataireId: integer()
      .notNull()
      .references(() => locataires.id, { onDelete: "restrict" }),
    dateEntree: isoDate().notNull(),
    dateSortie: isoDate(),
    dateCreationBail: isoDate().notNull(),
    dateDebutBail: isoDate().notNull(),
    dateFinBail: isoDate(),
    dateDebutPreavis: isoDate(),
    dateFinPreavis: isoDate(),
    dateRetourCaution: isoDate(),
    depotGarantie: euros().notNull(),
    edfEntree: text(),
    edfSortie: text(),
    indice: real(),
    indiceTrim: text(),
    jourQuitance: integer().notNull(),
    lieuSignature: text(),
    loyerHC: euros().notNull(),
    loyerCharge: euros().notNull(),
    numFraisDossier: text().notNull(),
    fraisDossierTTC: euros(),
    fraisDossierTauxTVA: real().notNull(),
    dateFraisDossier: isoDate(),
    encadrement: text({ mode: "json" }).$type<EncadrementDeclare>(),
    clauses: text({ mode: "json" }).$type<{ clausesText: string }>(),
    typeBail: text().$type<Un<typeof TYPES_BAIL>>(),
    meuble: booleen(),
    chargesMode: text().$type<Un<typeof MODES_CHARGES>>(),
    dernierLoyer: text({ mode: "json" }).$type<NonNullable<Dossier["dernierLoyer"]>>(),
    travaux: text(),
    honorairesBailleurTTC: euros(),
    fraisEdlTTC: euros(),
    fraisEdlBailleurTTC: euros(),
    nouvelleAdresse: text(),
    motifDureeReduite: text(),
    motifMobilite: text(),
    garantieLoyersImpayes: booleen(),
    /** Action Logement stands surety for the rents. */
    visale: booleen(),
    annexes: text({ mode: "json" }).$type<NonNullable<Dossier["annexes"]>>(),
    vehicule: text(),
    /** Other leases of the dwelling run beside this one, and are meant to. */
    colocation: booleen().notNull().default(false),
    etatInId: integer().references(() => etatsLieux.id, { onDelete: "set null" }),
    etatOutId: integer().references(() => etatsLieux.id, { onDelete: "set null" }),
    contratLocationId: storedFile(),
    inventaireEntreeId: storedFile(),
    inventaireSortieId: storedFile(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [
    uniqueIndex("Dossier_bail").on(t.id, t.AppartementId, t.LocataireId),
    index("Dossier_Appartement").on(t.AppartementId),
    index("Dossier_Locataire").on(t.LocataireId),
    index("Dossier_dateDebutBail").on(t.dateDebutBail),
    index("Dossier_etatIn").on(t.etatInId),
    index("Dossier_etatOut").on(t.etatOutId),
    index("Dossier_contratLocation").on(t.contratLocationId),
    index("Dossier_inventaireEntree").on(t.inventaireEntreeId),
    index("Dossier_inventaireSortie").on(t.inventaireSortieId),
  ],
);

export const cautions = sqliteTable(
  "Caution",
  {
    id: id(),
    DossierId: integer().references(() => dossiers.id, { onDelete: "cascade" }),
    titre: text({ enum: ["Monsieur", "Madame", "Mademoiselle"] }).notNull(),
    nom: text().notNull(),
    prenom: text().notNull(),
    naissance: isoDate(),
    lieuNaissance: text(),
    adresse: text(),
    cp: text(),
    ville: text(),
    mail: text().notNull(),
    mobile: text().notNull(),
    dateCautionSolidaire: isoDate(),
    retourCautionSolidaire: isoDate(),
    signatureCautionSolidaire: isoDate(),
    complement: text(),
    montantMax: euros(),
    dureeType: text().$type<Un<typeof TYPES_DUREE>>(),
    dateFinCaution: isoDate(),
    preavis: integer(),
    acteCautionnementSignedId: storedFile(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [
    index("Caution_Dossier").on(t.DossierId),
    index("Caution_acte").on(t.acteCautionnementSignedId),
  ],
);

// Mandates

export const missions = sqliteTable(
  "Mission",
  {
    id: id(),
    type: text({ enum: ["gestion", "location", "prestation"] }).notNull(),
    domicileUnique: booleen().notNull(),
    nbAppart: integer().notNull(),
    dateSignature: isoDate(),
    tauxTva: real().notNull(),
    valeurMissionAppt: euros().notNull(),
    accompte1: euros().notNull(),
    accompte2: euros().notNull(),
    reliquat: euros().notNull(),
    numRegistre: text(),
    duree: integer(),
    honorairesLocationMandant: euros(),
    honorairesLocationLocataire: euros(),
    honorairesEdlMandant: euros(),
    honorairesEdlLocataire: euros(),
    diffusionAnnonces: text(),
    ordreMissionId: storedFile(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [index("Mission_ordreMission").on(t.ordreMissionId)],
);

export const missionClients = sqliteTable(
  "MissionClient",
  {
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "cascade" }),
    ClientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: "restrict" }),
  },
  (t) => [
    primaryKey({ columns: [t.MissionId, t.ClientId] }),
    index("MissionClient_Client").on(t.ClientId),
  ],
);

export const missionAppartements = sqliteTable(
  "MissionAppartement",
  {
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "cascade" }),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
  },
  (t) => [
    primaryKey({ columns: [t.MissionId, t.AppartementId] }),
    index("MissionAppartement_Appartement").on(t.AppartementId),
  ],
);

export const accomptes = sqliteTable(
  "Accompte",
  {
    id: id(),
    MissionId: integer().references(() => missions.id, { onDelete: "restrict" }),
    AppartementId: integer().references(() => appartements.id, { onDelete: "restrict" }),
    dateDepart: isoDate().notNull(),
    dateFin: isoDate().notNull(),
    prix: euros().notNull(),
    tva: real().notNull(),
    mode: text({ enum: MODES_PAIEMENT }).notNull(),
    datePaiement: isoDate(),
    montant: euros(),
    date: isoDate(),
    regle: booleen().notNull(),
    ...horodatage,
  },
  (t) => [
    index("Accompte_Mission").on(t.MissionId, t.regle),
    index("Accompte_Appartement").on(t.AppartementId),
  ],
);

// Caretaking

export const intendances = sqliteTable(
  "Intendance",
  {
    id: id(),
    nature: text({ enum: ["mission", "depense"] }).notNull(),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
    dateDepart: isoDate(),
    dateFin: isoDate(),
    prix: euros(),
    tva: real().notNull(),
    renouvele: booleen().notNull(),
    regle: booleen().notNull(),
    intitule: text(),
    date: isoDate(),
    montant: euros(),
    numFacture: text(),
    mode: text({ enum: MODES_PAIEMENT }),
    /** A `Fournisseur`, which the accounts keep. */
    FournisseurId: integer(),
    natureFiscale: text().$type<NatureFiscale>(),
    /** Code of what may be recovered from the tenant, and how much of it, in percent. */
    recuperable: text().$type<Recuperable>(),
    tauxRecuperable: integer(),
    payePar: text({ enum: ["agence", "bailleur"] }),
    /** The day it was found good to pay; of the owner's agreement, where the mandate wants one. */
    bonAPayerLe: isoDate(),
    accordLe: isoDate(),
    factureId: storedFile(),
    ordreMissionId: storedFile(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [
    // With nature and end: the database would otherwise read Intendance_fin whole for each apartment.
    index("Intendance_Appartement").on(t.AppartementId, t.nature, t.dateFin),
    index("Intendance_fin").on(t.nature, t.dateFin),
    index("Intendance_ordreMission").on(t.ordreMissionId),
    index("Intendance_facture").on(t.factureId),
    index("Intendance_Fournisseur").on(t.FournisseurId),
  ],
);

// Receipts

export const quitances = sqliteTable(
  "Quitance",
  {
    id: id(),
    /** « 2026-000123 »: gapless within a year. */
    numero: text().notNull().unique(),
    /** The two parts of the number: a year has room for more than six digits, which text would not order. */
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
    /** First and last day of the period, both included. */
    date: isoDate().notNull(),
    dateFin: isoDate().notNull(),
    /** `YYYY-MM` of the period. */
    mois: text().notNull().generatedAlwaysAs(sql`substr("date", 1, 7)`, { mode: "virtual" }),
    echeance: isoDate().notNull(),
    emission: isoDate().notNull(),
    loyerHC: euros().notNull(),
    charge: euros().notNull(),
    automatique: booleen().notNull(),
    regle: booleen().notNull().default(false),
    statusInconu: booleen().notNull().default(true),
    relance: booleen().notNull().default(false),
    montantPaye: euros(),
    datePaiement: isoDate(),
    mode: text({ enum: MODES_QUITTANCE }),
    /** Who gave the present state: the agency or the tenant; null while nobody has. */
    source: text({ enum: ["agence", "locataire"] }),
    /** Single-use key of the public page. */
    uuid: text().notNull().unique(),
    reponse: booleen(),
    reponduLe: text(),
    /** When its document first left: shown, mailed or put into an archive. Its number is then never given again. */
    servieLe: text(),
    annuleeLe: text(),
    motifAnnulation: text(),
    /** R2 key of the PDF of the present state; null when it must be rendered again. */
    clePdf: text("file"),
    ...horodatage,
  },
  (t) => [
    // With its apartment and tenant: a dossier that has receipts moves to no other.
    foreignKey({
      columns: [t.DossierId, t.AppartementId, t.LocataireId],
      foreignColumns: [dossiers.id, dossiers.AppartementId, dossiers.LocataireId],
    }).onDelete("restrict"),
    uniqueIndex("Quitance_mois")
      .on(t.DossierId, t.mois)
      .where(sql`"automatique" = 1 AND "annuleeLe" IS NULL`),
    index("Quitance_numero").on(t.exercice, t.rang),
    index("Quitance_date").on(t.date),
    // Holds all that the dashboard adds up, so that a year of receipts is read from it alone.
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

/** The outbox: one row a receipt and kind, whatever the queue does. */
export const courriels = sqliteTable(
  "Courriel",
  {
    id: id(),
    /** The receipt it tells of; null for the mail of a document. */
    QuitanceId: integer().references(() => quitances.id, { onDelete: "cascade" }),
    genre: text().$type<GenreCourriel | "document">().notNull(),
    /** The payment of the receipt that was rejected last when it was written; 0 when none was. */
    RejetId: integer().notNull().default(0),
    etat: text().$type<EtatCourriel>().notNull().default("a_envoyer"),
    destinataires: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The end of the réservation of the sender that took the row; the data given to a tenant spell it so. */
    bailJusqua: text(),
    /** Until then it stays, and may be called back; null: it leaves at once. */
    partLe: text(),
    tentatives: integer().notNull().default(0),
    erreur: text(),
    envoyeLe: text(),
    /** The record of a document that was sent, which kind was made of it or which field holds it signed. */
    entite: text(),
    entiteId: integer(),
    type: text().$type<TypeDocument>(),
    champ: text(),
    objet: text(),
    texte: text(),
    StoredFileId: storedFile(),
    /** The owner's account that it carries, whose paper is made when it leaves, and that owner: once for both. */
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

/** The days whose run is complete, and how much it queued: an account, which no run trusts. */
export const executions = sqliteTable("Execution", {
  jour: isoDate().primaryKey(),
  messages: integer().notNull(),
  ...creeLe,
});

/** Messages the queue gave up on, for staff to see and send again. */
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

// Files staff keep on an owner, a tenant or an apartment

export const fichiers = sqliteTable(
  "Fichier",
  {
    id: id(),
    nom: text().notNull(),
    ClientId: integer().references(() => clients.id, { onDelete: "restrict" }),
    LocataireId: integer().references(() => locataires.id, { onDelete: "restrict" }),
    AppartementId: integer().references(() => appartements.id, { onDelete: "restrict" }),
    /** A paper of identity or bank details: shown on a click that is logged. */
    sensible: booleen().notNull().default(false),
    StoredFileId: integer()
      .notNull()
      .references(() => storedFiles.id, { onDelete: "cascade" }),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [
    index("Fichier_Client").on(t.ClientId),
    index("Fichier_Locataire").on(t.LocataireId),
    index("Fichier_Appartement").on(t.AppartementId),
    index("Fichier_StoredFile").on(t.StoredFileId),
  ],
);
