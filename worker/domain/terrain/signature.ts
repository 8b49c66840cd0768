import type { Identite } from "../signature/preuve.ts";
import type { Trace } from "../signature/wire.ts";

/** The ways in which the agent recognized a signer before handing over the tablet. */
export const IDENTITES_VUES = {
  carte: "Carte d’identité",
  passeport: "Passeport",
  titreSejour: "Titre de séjour",
  connue: "Personne connue de l’agence",
} as const satisfies Partial<Record<Identite, string>>;
export type IdentiteVue = keyof typeof IDENTITES_VUES;

export interface RefusDuConstat {
  /** Whether the person did not come; false: the person came and refused. */
  absent: boolean;
  motif: string;
}

/** A signature collected on site, or its absence (terrain/README §19.8). */
export interface SignatureDuConstat {
  role: "locataire" | "agence";
  nom: string;
  /** The position of the signer: « représentant de Mme Roy, procuration vue ». */
  qualite: string | null;
  /** How the signer was recognized; null for the agent, who is signed in. */
  identite: IdentiteVue | null;
  /** The drawn signature; null for a person who typed a name. */
  trace: Trace | null;
  /** The instant of the signature or refusal, by the device’s clock. */
  leAppareil: string;
  /** The reason why the person did not sign; null when the person signed. */
  refus: RefusDuConstat | null;
}

/** Whether everybody signed: at least one tenant, and the agency last. */
export const estSigne = (signatures: readonly SignatureDuConstat[]): boolean =>
  signatures.every(({ refus }) => refus === null) &&
  signatures.some(({ role }) => role === "locataire") &&
  signatures.at(-1)?.role === "agence";
