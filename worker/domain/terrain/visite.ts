import type { CoteEtatLieux } from "../biens/etat-lieux.ts";
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
