import type { Identite } from "../signature/preuve.ts";
import type { Trace } from "../signature/wire.ts";

/** How the agent identified the signer before handing the tablet over. */
export const IDENTITES_VUES = {
  carte: "Carte d’identité",
  passeport: "Passeport",
  titreSejour: "Titre de séjour",
  connue: "Personne connue de l’agence",
} as const satisfies Partial<Record<Identite, string>>;
export type IdentiteVue = keyof typeof IDENTITES_VUES;

/** Somebody did not sign, and why. */
export interface RefusDuConstat {
  /** True: nobody came for this person. False: the person refused. */
  absent: boolean;
  motif: string;
}

/** A person who signed an inventory on site, or did not (terrain/README §19.8). */
export interface SignatureDuConstat {
  role: "locataire" | "agence";
  nom: string;
  /** « représentant de Mme Roy, procuration vue » */
  qualite: string | null;
  /** Null for the agent, who is signed in. */
  identite: IdentiteVue | null;
  /** The drawn signature; null for a person who typed a name. */
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
