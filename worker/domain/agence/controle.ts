/** Something that must always hold, and whether it does (historique/README §9.13): `GET /Controle`. */
export interface Controle {
  /** The name of the check, as staff read it. */
  nom: string;
  etat: "vert" | "rouge";
  /** How many things were counted; `unite` names them, in the singular and the plural. */
  lignes: number;
  unite: readonly [singulier: string, pluriel: string];
  /** The result, in a sentence. */
  detail: string;
  /** The rows that break it, the first twenty. */
  ruptures: Rupture[];
}

export interface Rupture {
  /** Of a line of history. */
  id?: number;
  motif: string;
  /** The mission to mend. */
  MissionId?: number;
}

/** After this many hours, a line without its seal or a missing copy is shown in red. */
export const HEURES_DE_RETARD = 36;

export const RUPTURES_MONTREES = 20;

export const etatSelon = (faute: unknown): Controle["etat"] => (faute ? "rouge" : "vert");
