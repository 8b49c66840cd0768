/** The four states of an element, the best first (terrain/README §19.1). */
export const ETATS = ["Neuf", "Bon état", "État d'usage", "Mauvais état"] as const;

export type Etat = (typeof ETATS)[number];

const DEFINITIONS: Record<Etat, string> = {
  Neuf: "n'a jamais servi",
  "Bon état": "sans défaut",
  "État d'usage": "traces d'un usage normal",
  "Mauvais état": "abîmé, cassé ou à remplacer",
};

/** The scale of the states in words: « Neuf : n'a jamais servi · Bon état : sans défaut · … » */
export const echelleDesEtats = (): string =>
  ETATS.map((etat) => `${etat}\u00A0: ${DEFINITIONS[etat]}`).join(" · ");

/** The state at the start of a text; null without one. */
export function etatEnTete(texte: string): Etat | null {
  return ETATS.find((etat) => texte === etat || texte.startsWith(`${etat},`)) ?? null;
}

/**
 * Puts a state at the start of a text, in place of the state already there. When the text already starts with this
 * very state, the state is removed. Null when no text remains.
 */
export function avecEtat(texte: string, etat: Etat): string | null {
  const ancien = etatEnTete(texte);
  const reste = texte.slice(ancien?.length ?? 0).replace(/^\s*,\s*/, "");
  return [ancien === etat ? "" : etat, reste].filter(Boolean).join(", ") || null;
}
