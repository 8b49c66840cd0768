import type { Jour } from "../../dates.ts";
import type { EtatCourriel } from "../../quittances/courriel.ts";
import type { Canal } from "./relances.ts";

/** How a paper goes to its tenant, as its row and its mail tell. */
export interface Envoi {
  canal: Canal | null;
  /** The state of its mail; null without one, or when it is no longer kept. */
  courriel: EtatCourriel | null;
  /** The day its letter was posted; null while nobody noted it. */
  posteLe: Jour | null;
}

/** The way of a paper: gone, in the outbox for a moment, of a fate that nobody knows, or stopped until somebody acts. */
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

/** The way of a paper, by its mail or by the posting of its letter (revisions/README §15.5, charges/README §16.4). */
export function acheminementDe({ canal, courriel, posteLe }: Envoi): Acheminement {
  if (canal === "lettre") return posteLe === null ? "a_poster" : "parti";
  return courriel === null ? "parti" : DU_COURRIEL[courriel];
}
