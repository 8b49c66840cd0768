import * as z from "zod/mini";
import {
  booleen,
  choix,
  entier,
  facultatif,
  identifiant,
  ouDefaut,
  requis,
  texte,
  versionLue,
} from "../fields.ts";
import { rechercheNormalisee } from "../recherche.ts";

const MIO = 1024 * 1024;
/** The most bytes of one file (http/README §9.8); above {@link OCTETS_PAR_FORMULAIRE}, it is sent in parts only. */
export const OCTETS_PAR_FICHIER = 100 * MIO;
/** The most bytes of one file sent in a form: the network refuses requests of 100 MB. */
export const OCTETS_PAR_FORMULAIRE = 95 * MIO;
/** The bytes of each part of a file sent in parts; the last part is the rest. */
export const OCTETS_PAR_TRANCHE = 8 * MIO;
export const IMAGES_PAR_TELEVERSEMENT = 20;

/** The refusal of a file of more than this many bytes. */
export const tropLourd = (octetsMax: number): string =>
  `Un fichier ne peut pas dépasser ${octetsMax / MIO} Mo.`;

/** The refusal of a file without a byte. */
export const FICHIER_VIDE = "Ce fichier est vide.";

export const LARGEURS_VIGNETTE = [320, 1280] as const;

/** A file kept on an owner, a tenant or an apartment. */
export const record = z.strictObject({
  nom: requis(255),
  ClientId: facultatif(identifiant()),
  LocataireId: facultatif(identifiant()),
  AppartementId: facultatif(identifiant()),
  /** The file is a paper of identity or bank details: reading it takes a click, and the click is logged. */
  sensible: ouDefaut(booleen(), false),
});
export const modification = z.partial(record);

/** Without a given name, the file keeps its own. */
export const creation = z.partial(z.extend(record, { nom: z.nullable(record.shape.nom) }));

/** The record of an image is its place: the apartment it shows. */
export const modificationImage = z.strictObject({ AppartementId: facultatif(identifiant()) });

/** The signed documents each record may hold (http/README §9.8). */
export const DOCUMENTS_SIGNES = {
  Dossier: ["contratLocation", "inventaireEntree", "inventaireSortie"],
  Mission: ["ordreMission"],
  Intendance: ["ordreMission", "facture"],
  EtatLieux: ["signed"],
  Caution: ["acteCautionnementSigned"],
  LoyerHistorique: ["signed"],
  PlanApurement: ["signed"],
} as const;

export type EntiteSignee = keyof typeof DOCUMENTS_SIGNES;

export const ENTITES_SIGNEES = [
  "Dossier",
  "Mission",
  "Intendance",
  "EtatLieux",
  "Caution",
  "LoyerHistorique",
  "PlanApurement",
] as const satisfies readonly EntiteSignee[];

const annonce = {
  /** The name of the file, or the one to keep it under. */
  nom: requis(255),
  /** The file's own name when `nom` is another: its extension counts when the bytes tell none. */
  fichier: facultatif(texte(255)),
  taille: entier(1, Number.MAX_SAFE_INTEGER),
  type: facultatif(texte(255)),
};

/** A file to be sent in parts, and its destination. */
export const televersement = z.discriminatedUnion("usage", [
  z.strictObject({
    usage: z.literal("fichier"),
    ...annonce,
    ClientId: facultatif(identifiant()),
    LocataireId: facultatif(identifiant()),
    AppartementId: facultatif(identifiant()),
    sensible: facultatif(booleen()),
  }),
  z.strictObject({
    usage: z.literal("remplacement"),
    ...annonce,
    ...versionLue,
    FichierId: identifiant(),
  }),
  z.strictObject({
    usage: z.literal("image"),
    ...annonce,
    AppartementId: facultatif(identifiant()),
  }),
  z.strictObject({
    usage: z.literal("document"),
    ...annonce,
    ...versionLue,
    entite: choix(ENTITES_SIGNEES),
    entiteId: identifiant(),
    champ: texte(50),
  }),
]);

export type Televersement = z.output<typeof televersement>;

/** The progress of a file sent in parts. */
export interface EtatTeleversement {
  uploadId: string;
  nom: string;
  taille: number;
  /** Bytes of each part but the last. */
  partSize: number;
  /** Parts are numbered from 1 to this. */
  partCount: number;
  /** The numbers of the parts received. */
  received: number[];
}

/**
 * A file as the records that hold it list it. `url` is under `/files/`, signed for ten minutes; it is null for a
 * sensitive file, whose address `POST /Fichier/{id}/reveler` gives.
 */
export interface FichierResume {
  id: number;
  nom: string;
  extention: string;
  url: string | null;
}

/** The addresses of a sensitive file and of its former versions. */
export interface FichierRevele {
  id: number;
  url: string;
  versions: { id: number; url: string }[];
}

const SENSIBLES =
  /\b(?:cni|passeports?|identite|titre de sejour|permis|ribs?|iban|bulletins?|fiches? de paie|salaires?|impots?|imposition|revenus?|carte vitale|livret de famille)\b/;

/**
 * Whether the name of a file suggests a paper of identity, of income or of a bank: the form then proposes `sensible`.
 */
export const sembleSensible = (nom: string): boolean =>
  SENSIBLES.test(rechercheNormalisee(nom).replace(/[^a-z]+/g, " "));

export interface FichierRow extends FichierResume {
  type: string;
  /** Bytes. */
  taille: number;
  ClientId: number | null;
  LocataireId: number | null;
  AppartementId: number | null;
  sensible: boolean;
  /** How many former files of this record are kept: `GET /Remplacement`. */
  remplaces: number;
  createdAt: string;
  updatedAt: string;
  version: number;
}

export interface FichierDetail extends FichierRow {
  canDelete: boolean;
}

export interface ImageResume {
  id: number;
  url: string;
}

export interface ImageRow extends ImageResume {
  nom: string;
  extention: string;
  type: string;
  /** Bytes. */
  taille: number;
  AppartementId: number | null;
  createdAt: string;
  updatedAt: string;
  version: number;
}

export interface ImageDetail extends ImageRow {
  canDelete: boolean;
}
