import type { Jour } from "../../dates.ts";
import type { EtatCourriel } from "../../quittances/courriel.ts";
import type { Canal } from "./relances.ts";

/** The facts that decide the progress of a paper on its way to the tenant. */
export interface Envoi {
  canal: Canal | null;
  /** The state of the mail that sends the paper; null when no mail sends it, or when the mail is no longer stored. */
  courriel: EtatCourriel | null;
  /** The day on which the letter was posted; null while nobody noted that day. */
  posteLe: Jour | null;
}

/** The progress of a paper on its way to the tenant; `incertain`: nobody knows whether its mail was sent. */
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
 * The progress of a paper (revisions/README §15.5, charges/README §16.4). A letter depends on its posting, any other
 * paper on the state of its mail. Without a mail, a paper other than a letter counts as sent.
 */
export function acheminementDe({ canal, courriel, posteLe }: Envoi): Acheminement {
  if (canal === "lettre") return posteLe === null ? "a_poster" : "parti";
  return courriel === null ? "parti" : DU_COURRIEL[courriel];
}
