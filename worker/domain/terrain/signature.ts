import type { Identite } from "../signature/preuve.ts";
import type { Trace } from "../signature/wire.ts";

/** How the agent recognised somebody before handing the tablet over. */
export const IDENTITES_VUES = {
  carte: "Carte d’identité",
  passeport: "Passeport",
  titreSejour: "Titre de séjour",
  connue: "Personne connue de l’agence",
} as const satisfies Partial<Record<Identite, string>>;
export type IdentiteVue = keyof typeof IDENTITES_VUES;

/** Somebody did not sign, and why. */
export interface RefusDuConstat {
  /** Nobody came for this person; else the person refused. */
  absent: boolean;
  motif: string;
}

/** Somebody who signed an inventory on the spot, or did not (terrain/README §19.8). */
export interface SignatureDuConstat {
  role: "locataire" | "agence";
  nom: string;
  /** « représentant de Mme Roy, procuration vue » */
  qualite: string | null;
  /** Null for the agent, who is signed in. */
  identite: IdentiteVue | null;
  /** What was drawn; null for who signs by name. */
  trace: Trace | null;
  /** The instant by the clock of the device. */
  leAppareil: string;
  /** Null: signed. */
  refus: RefusDuConstat | null;
}

/** Whether everybody signed, the agency last. */
export const estSigne = (signatures: readonly SignatureDuConstat[]): boolean =>
  signatures.every(({ refus }) => refus === null) &&
  signatures.some(({ role }) => role === "locataire") &&
  signatures.at(-1)?.role === "agence";
