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
/**
 * The greatest size of a file in bytes (http/README §9.8); above {@link OCTETS_PAR_FORMULAIRE}, it is sent in parts.
 */
export const OCTETS_PAR_FICHIER = 100 * MIO;
/** The greatest size in bytes of a file sent in a form; the network refuses requests of 100 MB. */
export const OCTETS_PAR_FORMULAIRE = 95 * MIO;
/** The size in bytes of each part of a file sent in parts, except the last. */
export const OCTETS_PAR_TRANCHE = 8 * MIO;
export const IMAGES_PAR_TELEVERSEMENT = 20;

/** The refusal of a file larger than `octetsMax` bytes. */
export const tropLourd = (octetsMax: number): string =>
  `Un fichier ne peut pas dépasser ${octetsMax / MIO} Mo.`;

export const FICHIER_VIDE = "Ce fichier est vide.";

export const LARGEURS_VIGNETTE = [320, 1280] as const;

/** A file of an owner, a tenant or an apartment, as the form sends it. */
export const record = z.strictObject({
  nom: requis(255),
  ClientId: facultatif(identifiant()),
  LocataireId: facultatif(identifiant()),
  AppartementId: facultatif(identifiant()),
  /** The file is an identity paper or bank details: opening it is logged. */
  sensible: ouDefaut(booleen(), false),
});
export const modification = z.partial(record);

/** Without a name, the file keeps the name under which it was sent. */
export const creation = z.partial(z.extend(record, { nom: z.nullable(record.shape.nom) }));

/** The body that moves an image to another apartment. */
export const modificationImage = z.strictObject({ AppartementId: facultatif(identifiant()) });

/** The fields that hold a signed document or an invoice, by kind of record (http/README §9.8). */
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
  /** The name of the file, or the name to keep it under. */
  nom: requis(255),
  /** The original name of the file, when `nom` is another name. It gives the extension when the first bytes do not. */
  fichier: facultatif(texte(255)),
  taille: entier(1, Number.MAX_SAFE_INTEGER),
  type: facultatif(texte(255)),
};

/** The body that announces a file to send in parts, with its destination. */
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

export interface EtatTeleversement {
  uploadId: string;
  nom: string;
  taille: number;
  /** The size in bytes of each part except the last. */
  partSize: number;
  /** The number of parts, counted from 1. */
  partCount: number;
  /** The numbers of the parts received. */
  received: number[];
}

/**
 * A file in the list of its record. `url` is valid for ten minutes under `/files/`; null for a sensitive file, whose
 * address `POST /Fichier/{id}/reveler` gives.
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
 * Whether the name of a file suggests an identity, income or bank paper, which the form then proposes as sensitive.
 */
export const sembleSensible = (nom: string): boolean =>
  SENSIBLES.test(rechercheNormalisee(nom).replace(/[^a-z]+/g, " "));

export interface FichierRow extends FichierResume {
  type: string;
  /** The size in bytes. */
  taille: number;
  ClientId: number | null;
  LocataireId: number | null;
  AppartementId: number | null;
  sensible: boolean;
  /** The number of replaced or removed files of this record, which `GET /Remplacement` lists. */
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
  /** The size in bytes. */
  taille: number;
  AppartementId: number | null;
  createdAt: string;
  updatedAt: string;
  version: number;
}

export interface ImageDetail extends ImageRow {
  canDelete: boolean;
}
