import type { CoteEtatLieux, EtatLieuxDetail } from "#domain/biens/etat-lieux.ts";
import { DOCUMENTS } from "#domain/fichiers/document.ts";

export const TITLES: Record<CoteEtatLieux, string> = {
  entree: DOCUMENTS.etatIn.intitule,
  sortie: DOCUMENTS.etatOut.intitule,
};

export const SIDE_NAMES: Record<CoteEtatLieux, string> = { entree: "Entrée", sortie: "Sortie" };

export const titleOf = (cote: CoteEtatLieux | null) => (cote ? TITLES[cote] : "État des lieux");

/** The question before an inventory replaces another (biens/README §4.1). */
export const REPLACEMENT = {
  title: "Remplacer l'état des lieux ?",
  text: "L'ancien état des lieux sera remplacé, et donc supprimé.",
  action: "Remplacer",
  danger: true,
};

/** The same of an inventory that was signed: it is kept (biens/README §4.1). */
export const replacementOf = ({
  signed,
  remplaces,
}: Pick<EtatLieuxDetail, "signed" | "remplaces">) =>
  signed || remplaces > 0
    ? {
        ...REPLACEMENT,
        text: "L'ancien état des lieux est signé : il sera remplacé, et gardé parmi les versions précédentes.",
        danger: false,
      }
    : REPLACEMENT;

/** The states that a finger writes. */
export const STATES = ["Neuf", "Bon état", "État d'usage", "Mauvais état"] as const;

export const ROOM_NAMES = [
  "Chambre",
  "Salle de bains",
  "Couloir",
  "Bureau",
  "Dressing",
  "Balcon",
  "Cave",
  "Parking",
] as const;

/**
 * `text` with this state at its head, in place of another one; the rest of the text stays. Asking for the present
 * state takes it away.
 */
export function withState(text: string, state: string): string | null {
  const former = stateOf(text);
  const rest = text.slice(former?.length ?? 0).replace(/^\s*,\s*/, "");
  return [former === state ? "" : state, rest].filter(Boolean).join(", ") || null;
}

/** The state at the head of a text; null when it starts otherwise. */
export function stateOf(text: string): string | null {
  return STATES.find((state) => text === state || text.startsWith(`${state},`)) ?? null;
}
