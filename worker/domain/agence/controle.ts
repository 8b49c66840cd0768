/** Something that must always hold, and whether it does (domain/README §9.13): `GET /Controle`. */
export interface Controle {
  /** What is checked, as staff read it. */
  nom: string;
  etat: "vert" | "rouge";
  /** How many were counted, of what `unite` says: one, several. */
  lignes: number;
  unite: readonly [singulier: string, pluriel: string];
  /** What was found, in a sentence. */
  detail: string;
  /** What breaks it, the first twenty. */
  ruptures: Rupture[];
}

export interface Rupture {
  /** Of a line of history. */
  id?: number;
  motif: string;
}

/** Hours after which a line that waits for its seal, or a copy that should have been made, is told in red. */
export const HEURES_DE_RETARD = 36;

export const RUPTURES_MONTREES = 20;

export const etatSelon = (faute: unknown): Controle["etat"] => (faute ? "rouge" : "vert");
