import type { CoteEtatLieux } from "../biens/etat-lieux.ts";
import type { CadreDuConstat } from "./constat.ts";
import type { PhotoAnnoncee } from "./photo.ts";
import type { Releve } from "./releve.ts";

/** A photo of a visit, with its arrival on the server. */
export interface PhotoDeVisite extends PhotoAnnoncee {
  /** The instant at which the pixels of the photo arrived; null while they are awaited. */
  recueLe: string | null;
  retireeLe: string | null;
  /** The URL of the thumbnail, valid ten minutes; null until the thumbnail arrives. */
  vignette: string | null;
}

/** An inventory as a device reads it. */
export interface ConstatDeVisite {
  id: number;
  version: number;
  signe: boolean;
  /** The last person who wrote the inventory; null: unknown. */
  auteur: string | null;
  ecritLe: string;
  releve: Releve;
  photos: PhotoDeVisite[];
}

/** The facts that a device needs to write one inventory of a dossier offline (terrain/README §19.5). */
export interface Visite {
  DossierId: number;
  cote: CoteEtatLieux;
  /** The address of the dwelling: « 12 rue des Lilas, 4e ». */
  adresse: string;
  ville: string;
  locataires: string;
  meuble: boolean;
  stationnement: boolean;
  /** The facts of the dossier that the signed paper prints. */
  cadre: CadreDuConstat;
  /** The inventory to write; null: none exists yet. */
  constat: ConstatDeVisite | null;
  /** The entry inventory with which an exit inventory is compared; null for an entry, or when none exists. */
  entree: ConstatDeVisite | null;
  /**
   * For an entry, the last exit inventory of the dwelling by another dossier, from which the new inventory may start;
   * else null.
   */
  derniereSortie: Releve | null;
}

/** An inventory to write, proposed because a lease begins or a tenant leaves near today. */
export interface VisiteProposee {
  DossierId: number;
  cote: CoteEtatLieux;
  jour: string;
  adresse: string;
  locataires: string;
}

/** The announced photos of one visit that have not arrived (terrain/README §19.6). */
export interface PhotosAttendues {
  DossierId: number;
  cote: CoteEtatLieux;
  /** The address of the dwelling: « 12 rue des Lilas, 4e ». */
  adresse: string;
  /** The key of the visit, that is of the draft on the device. */
  visite: string;
  nombre: number;
  /** The person who announced the photos; null when unknown. */
  auteur: string | null;
  annonceesLe: string;
  /** The instant of the last sending from this visit. */
  contact: string;
}

/** A visit that a device must delete: its tenant was erased, or its inventory was signed more than a week ago. */
export interface VisiteAOublier {
  DossierId: number;
  cote: CoteEtatLieux;
  motif: "efface" | "signe";
}

/**
 * `GET /Terrain/oublis`: the visits that a device must delete, and the photos still awaited for the dossiers or the
 * user of the device.
 */
export interface Oublis {
  oublis: VisiteAOublier[];
  attendues: PhotosAttendues[];
}

/** How many days a signed inventory is kept on a device (terrain/README §19.6). */
export const JOURS_APRES_SIGNATURE = 7;

/**
 * After this many days without contact with the server, a device deletes the data it has sent, and shows the unsent
 * data in red.
 */
export const JOURS_SANS_CONTACT = 30;

/** After this many hours, an announced photo that has not arrived is a fault. */
export const HEURES_D_ATTENTE = 48;

const HEURE_MS = 3_600_000;

/**
 * Whether a device has been too long without contact with the server.
 *
 * @param contact the last contact, ISO 8601; `maintenant`: milliseconds
 */
export const sansContact = (contact: string, maintenant: number): boolean =>
  maintenant - Date.parse(contact) > JOURS_SANS_CONTACT * 24 * HEURE_MS;
