import type { CoteEtatLieux } from "../biens/etat-lieux.ts";
import type { CadreDuConstat } from "./constat.ts";
import type { PhotoAnnoncee } from "./photo.ts";
import type { Releve } from "./releve.ts";

/** A photo as the visit reads it. */
export interface PhotoDeVisite extends PhotoAnnoncee {
  /** When the worker received its pixels; null while it waits for them. */
  recueLe: string | null;
  retireeLe: string | null;
  /** The address of the thumbnail, valid for ten minutes; null until it is received. */
  vignette: string | null;
}

/** An inventory as a visit reads it. */
export interface ConstatDeVisite {
  id: number;
  version: number;
  signe: boolean;
  /** The last person who wrote in it; null when unknown. */
  auteur: string | null;
  /** Instant. */
  ecritLe: string;
  releve: Releve;
  photos: PhotoDeVisite[];
}

/** The facts that a device needs to write one side of a dossier offline (terrain/README §19.5). */
export interface Visite {
  DossierId: number;
  cote: CoteEtatLieux;
  /** « 12 rue des Lilas, 4e ». */
  adresse: string;
  ville: string;
  locataires: string;
  meuble: boolean;
  stationnement: boolean;
  /** The facts of the dossier that the paper prints, for a signature on site. */
  cadre: CadreDuConstat;
  /** The inventory of this side; null when there is none yet. */
  constat: ConstatDeVisite | null;
  /** For an exit, the entry that it is compared with. */
  entree: ConstatDeVisite | null;
  /** For an entry, the last exit of the dwelling, as a starting point. */
  derniereSortie: Releve | null;
}

/** A visit that the days of a dossier call for. */
export interface VisiteProposee {
  DossierId: number;
  cote: CoteEtatLieux;
  jour: string;
  adresse: string;
  locataires: string;
}

/** Announced photos of an inventory that have not arrived, by device (terrain/README §19.6). */
export interface PhotosAttendues {
  DossierId: number;
  cote: CoteEtatLieux;
  /** « 12 rue des Lilas, 4e ». */
  adresse: string;
  /** The visit of the device: the key of its draft. */
  visite: string;
  nombre: number;
  /** The person who announced them; null when unknown. */
  auteur: string | null;
  annonceesLe: string;
  /** When something of this visit came last. */
  contact: string;
}

/** A visit to delete from a device: its tenant was erased, or it was signed a week ago. */
export interface VisiteAOublier {
  DossierId: number;
  cote: CoteEtatLieux;
  motif: "efface" | "signe";
}

/** `GET /Terrain/oublis`: the visits that a device must delete. */
export interface Oublis {
  oublis: VisiteAOublier[];
  attendues: PhotosAttendues[];
}

/** A signed inventory stays on a device for this many days (terrain/README §19.6). */
export const JOURS_APRES_SIGNATURE = 7;

/**
 * After this many days without contact with the server, a device deletes what it has sent, and shows what it has not in
 * red.
 */
export const JOURS_SANS_CONTACT = 30;

/** An announced photo that has not arrived after this many hours counts as a fault. */
export const HEURES_D_ATTENTE = 48;

const HEURE_MS = 3_600_000;

/**
 * Whether a device has been without contact with the server for too long. @param contact the last contact, ISO 8601.
 */
export const sansContact = (contact: string, maintenant: number): boolean =>
  maintenant - Date.parse(contact) > JOURS_SANS_CONTACT * 24 * HEURE_MS;
