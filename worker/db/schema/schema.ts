import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { SerieIrl } from "#domain/bail/irl.ts";
import type { CLASSES_DPE, REGIMES_JURIDIQUES, ZONES } from "#domain/biens/appartement.ts";
import type { MODES_CHARGES, REGIMES_TVA, TYPES_BAIL } from "#domain/biens/dossier.ts";
import type { Dossier } from "#domain/biens/dossier-fiche.ts";
import type { EncadrementDeclare } from "#domain/biens/encadrement-fiche.ts";
import type { Piece } from "#domain/biens/etat-lieux.ts";
import type { ExercicesAvant } from "#domain/gerance/charges/calendrier.ts";
import type { GrilleVetuste } from "#domain/gerance/departs/vetuste.ts";
import type { TYPES_DUREE } from "#domain/personnes/caution.ts";
import { DROITS } from "#domain/personnes/propriete.ts";
import type { COLOCATAIRES } from "#domain/personnes/titulaires.ts";
import type { Complements } from "#domain/terrain/releve.ts";
import { booleen, euros, horodatage, id, isoDate, ordreDesAdresses, recherche } from "./columns.ts";
import { storedFile, storedFiles } from "./fichiers.ts";

// The records: owners, apartments, tenants, leases, and their files.

type Un<T extends readonly string[]> = T[number];

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
    /** Whether the owner is subject to VAT, as typed on the record. */
    assujetti: booleen().notNull().default(false),
    /** The address to which electronic invoices are sent. */
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

/** A building whose expenses are shared among its dwellings (charges/README §16); a dwelling may have none. */
export const immeubles = sqliteTable("Immeuble", {
  id: id(),
  nom: text().notNull(),
  adresse: text().notNull(),
  codePostal: text().notNull(),
  ville: text().notNull(),
  genre: text().$type<Un<typeof REGIMES_JURIDIQUES>>().notNull().default("copropriete"),
  syndicNom: text(),
  syndicMail: text(),
  syndicTel: text(),
  /** The first day of the building's accounts in each year, `MM-DD`. */
  exerciceDebut: text().notNull().default("01-01"),
  /**
   * The former first days of the building's accounting years (exercices), each with the last day of its years, the
   * oldest first; null: the first day never changed.
   */
  exercicesAvant: text({ mode: "json" }).$type<readonly ExercicesAvant[]>(),
  recherche: recherche(),
  ...horodatage,
});

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
    /**
     * The day of the DPE (energy diagnosis), and the day of the attestation that gave a new energy class, if there is
     * one.
     */
    dpeDate: isoDate(),
    dpeAttestationLe: isoDate(),
    /** The number of the DPE (energy diagnosis) at the ADEME. */
    dpeNumero: text(),
    /** The IRL series (rent index) for the next leases of the dwelling; null: the postal code decides the series. */
    serieIrl: text().$type<SerieIrl>(),
    /**
     * The days of the last services of the boiler and of the heat pump, and of the last diagnoses; null: the agency
     * does not follow them.
     */
    chaudiereLe: isoDate(),
    pacLe: isoDate(),
    gazLe: isoDate(),
    electriciteLe: isoDate(),
    plombLe: isoDate(),
    /** The day of the last inspection of the asbestos that was found. */
    amianteLe: isoDate(),
    /** The day of the statement of risks. */
    risquesLe: isoDate(),
    dpeDepenseMin: euros(),
    dpeDepenseMax: euros(),
    dpeAnnee: integer(),
    regimeJuridique: text().$type<Un<typeof REGIMES_JURIDIQUES>>(),
    zone: text().$type<Un<typeof ZONES>>(),
    zoneTendue: booleen(),
    zoneEncadree: booleen(),
    internet: text(),
    repartition: text(),
    ImmeubleId: integer().references(() => immeubles.id, { onDelete: "set null" }),
    recherche: recherche(),
    ...ordreDesAdresses(),
    ...horodatage,
  },
  (t) => [
    index("Appartement_recherche").on(t.recherche),
    index("Appartement_ordre").on(t.ordre),
    index("Appartement_defaultContact").on(t.defaultContact),
    index("Appartement_Immeuble").on(t.ImmeubleId),
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
    droit: text({ enum: DROITS }).notNull().default("pleine_propriete"),
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
    /** The key made by the device that wrote the inventory on site; null for an inventory written at the office. */
    cle: text().unique(),
    /** The facts outside the usual fields of an inventory (terrain/README §19.2). */
    complements: text({ mode: "json" }).$type<Complements>(),
    signedId: storedFile(),
    ...horodatage,
  },
  (t) => [
    index("EtatLieux_Appartement").on(t.AppartementId),
    index("EtatLieux_signed").on(t.signedId),
  ],
);

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
    qualite: text({ enum: ["personne_physique", "sci_familiale", "personne_morale"] })
      .notNull()
      .default("personne_physique"),
    /** For a company: nine digits. */
    siren: text(),
    representantNom: text(),
    representantQualite: text(),
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
    autreAdresse: text(),
    autreCodePostal: text(),
    autreVille: text(),
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
    /**
     * The IRL series (rent index) of the lease: a trigger copies it from the dwelling, and again when the dossier
     * moves to another dwelling. It no longer changes once a revision used an index.
     */
    serieIrl: text().$type<SerieIrl>(),
    /** The day of revision that the lease agrees on, `MM-DD`. */
    jourRevision: text(),
    /** The last revision made in another software: its day, and the index that it applied. */
    derniereRevision: isoDate(),
    dernierIndice: real(),
    dernierTrimestre: text(),
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
    /** The last day covered by the insurance of which the tenant gave proof; null: the agency does not follow it. */
    assuranceFin: isoDate(),
    garantieLoyersImpayes: booleen(),
    /** The public guarantee Visale covers the rents. */
    visale: booleen(),
    annexes: text({ mode: "json" }).$type<NonNullable<Dossier["annexes"]>>(),
    vehicule: text(),
    /** For a parking space: the VAT regime of its rent. */
    regimeTva: text().$type<Un<typeof REGIMES_TVA>>(),
    /** The wear grid joined to the lease, as it was when it was joined. */
    grilleVetuste: text({ mode: "json" }).$type<GrilleVetuste>(),
    /** Whether other leases of the dwelling run beside this one on purpose. */
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
    // The index contains the days and the colocation of a lease, so that the leases of a dwelling are compared from
    // the index alone.
    index("Dossier_Appartement").on(
      t.AppartementId,
      t.dateDebutBail,
      t.dateSortie,
      t.dateFinBail,
      t.dateDebutPreavis,
      t.dateFinPreavis,
      t.colocation,
    ),
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
    colocataire: text().$type<Un<typeof COLOCATAIRES>>(),
    acteCautionnementSignedId: storedFile(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [
    index("Caution_Dossier").on(t.DossierId),
    index("Caution_acte").on(t.acteCautionnementSignedId),
  ],
);

// The files that staff store on an owner, a tenant or an apartment.

export const fichiers = sqliteTable(
  "Fichier",
  {
    id: id(),
    nom: text().notNull(),
    ClientId: integer().references(() => clients.id, { onDelete: "restrict" }),
    LocataireId: integer().references(() => locataires.id, { onDelete: "restrict" }),
    AppartementId: integer().references(() => appartements.id, { onDelete: "restrict" }),
    /**
     * Whether the file is an identity paper or bank details: no list gives its address, and the security log notes
     * each call that gives it.
     */
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
