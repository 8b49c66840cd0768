/** A row of `GET /Controle`: something that must always be true, and whether it is (historique/README §9.13). */
export interface Controle {
  nom: string;
  etat: "vert" | "rouge";
  /** How many things were checked; `unite` names them, singular and plural. */
  lignes: number;
  unite: readonly [singulier: string, pluriel: string];
  detail: string;
  /** The first faults, at most {@link RUPTURES_MONTREES}. */
  ruptures: Rupture[];
}

export interface Rupture {
  /** The id of the line of history at fault. */
  id?: number;
  motif: string;
  /** The mission to correct, for a fault of a mission. */
  MissionId?: number;
}

/** After this many hours, an unsealed line of the history turns its check red. */
export const HEURES_DE_RETARD = 36;

export const RUPTURES_MONTREES = 20;

export const etatSelon = (faute: unknown): Controle["etat"] => (faute ? "rouge" : "vert");
