import type { CoteEtatLieux } from "../biens/etat-lieux.ts";
import type { CadreDuConstat } from "./constat.ts";
import type { PhotoAnnoncee } from "./photo.ts";
import type { Releve } from "./releve.ts";

/** A photo as the visit reads it. */
export interface PhotoDeVisite extends PhotoAnnoncee {
  /** The worker has its pixels since; null while it waits for them. */
  recueLe: string | null;
  retireeLe: string | null;
  /** The address of the thumbnail, for ten minutes; null until it is received. */
  vignette: string | null;
}

/** An inventory as a visit reads it. */
export interface ConstatDeVisite {
  id: number;
  version: number;
  signe: boolean;
  /** Who wrote in it last; null when nobody can be named. */
  auteur: string | null;
  /** Instant. */
  ecritLe: string;
  releve: Releve;
  photos: PhotoDeVisite[];
}

/** All that a device needs to write one side of a dossier out of reach of the network (terrain/README §19.5). */
export interface Visite {
  DossierId: number;
  cote: CoteEtatLieux;
  /** « 12 rue des Lilas, 4e ». */
  adresse: string;
  ville: string;
  locataires: string;
  meuble: boolean;
  stationnement: boolean;
  /** What the paper says of the dossier, to be signed on the spot. */
  cadre: CadreDuConstat;
  /** The inventory of this side; null until there is one. */
  constat: ConstatDeVisite | null;
  /** For an exit, the entry that it is compared with. */
  entree: ConstatDeVisite | null;
  /** For an entry, the last exit of the dwelling, to start from. */
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

/** Photos of an inventory that were announced and have not come, by the device that holds them (terrain/README §19.6). */
export interface PhotosAttendues {
  DossierId: number;
  cote: CoteEtatLieux;
  /** « 12 rue des Lilas, 4e ». */
  adresse: string;
  /** The visit of the device: the key of its draft. */
  visite: string;
  nombre: number;
  /** Who announced them; null when nobody can be named. */
  auteur: string | null;
  annonceesLe: string;
  /** When something of this visit came last. */
  contact: string;
}

/** A visit that has no more business on a device: its tenant was erased, or it was signed a week ago. */
export interface VisiteAOublier {
  DossierId: number;
  cote: CoteEtatLieux;
  motif: "efface" | "signe";
}

/** What a device is told of its visits: `GET /Terrain/oublis`. */
export interface Oublis {
  oublis: VisiteAOublier[];
  attendues: PhotosAttendues[];
}

/** Days that a signed inventory stays on a device (terrain/README §19.6). */
export const JOURS_APRES_SIGNATURE = 7;

/** Days without any word of the server after which what was sent leaves a device, and what was not is told in red. */
export const JOURS_SANS_CONTACT = 30;

/** Hours after which an announced photo that has not come is a fault. */
export const HEURES_D_ATTENTE = 48;

const HEURE_MS = 3_600_000;

/** Whether a device has had no word of the server for too long. @param contact the last word, ISO 8601. */
export const sansContact = (contact: string, maintenant: number): boolean =>
  maintenant - Date.parse(contact) > JOURS_SANS_CONTACT * 24 * HEURE_MS;
