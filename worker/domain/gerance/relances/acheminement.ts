import type { Jour } from "../../dates.ts";
import type { EtatCourriel } from "../../quittances/courriel.ts";
import type { Canal } from "./relances.ts";

/** The facts that tell how a paper goes to its tenant. */
export interface Envoi {
  canal: Canal | null;
  /**
   * The state of the mail that carries the paper; null when no mail carries it, or when the mail is no longer kept.
   */
  courriel: EtatCourriel | null;
  /** The day on which the letter was posted; null while nobody noted that day. */
  posteLe: Jour | null;
}

/** The progress of a paper on its way to the tenant; `incertain`: nobody knows whether its mail left. */
export type Acheminement =
  | "parti"
  | "en_attente"
  | "incertain"
  | "a_poster"
  | "retenu"
  | "refuse"
  | "abandonne";

const DU_COURRIEL: Record<EtatCourriel, Acheminement> = {
  a_envoyer: "en_attente",
  en_cours: "parti",
  envoye: "parti",
  incertain: "incertain",
  refuse: "refuse",
  annule: "abandonne",
  retenu: "retenu",
};

/**
 * The progress of a paper (revisions/README §15.5, charges/README §16.4): by the posting of a letter, by the state of
 * the mail for any other paper. A paper that is no letter and has no mail counts as gone.
 */
export function acheminementDe({ canal, courriel, posteLe }: Envoi): Acheminement {
  if (canal === "lettre") return posteLe === null ? "a_poster" : "parti";
  return courriel === null ? "parti" : DU_COURRIEL[courriel];
}
