// Screens that only read inventories load this file alone, without the schemas of forms.

/** The elements that an inventory describes in each room (biens/README §4.1). */
export const ELEMENTS = [
  "mur",
  "sol",
  "plafond",
  "fenetre",
  "electricite",
  "plomberie",
  "serrure",
  "observation",
] as const;

export type Element = (typeof ELEMENTS)[number];

export const NOMS_DES_ELEMENTS: Record<Element, string> = {
  mur: "Murs",
  sol: "Sol",
  plafond: "Plafond",
  fenetre: "Fenêtres",
  electricite: "Électricité",
  plomberie: "Plomberie",
  serrure: "Serrures",
  observation: "Observations",
};

/** The usual names of rooms, which a form proposes. */
export const PIECES_USUELLES = [
  "Chambre",
  "Salle de bains",
  "Couloir",
  "Bureau",
  "Dressing",
  "Balcon",
  "Cave",
  "Parking",
] as const;

/** The four states of an element, the best first (terrain/README §19.1). */
export const ETATS = ["Neuf", "Bon état", "État d'usage", "Mauvais état"] as const;

export type Etat = (typeof ETATS)[number];

/** The meaning of each state, as papers print it. */
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
 * Puts a state at the start of a text, in place of any other; the same state is removed instead. Null for an empty
 * result.
 */
export function avecEtat(texte: string, etat: Etat): string | null {
  const ancien = etatEnTete(texte);
  const reste = texte.slice(ancien?.length ?? 0).replace(/^\s*,\s*/, "");
  return [ancien === etat ? "" : etat, reste].filter(Boolean).join(", ") || null;
}

type Texte = string | null | undefined;

/** The meters of a dwelling with their names; the reading of electricity is on the dossier. */
export const COMPTEURS = {
  eauFroide: "d’eau froide",
  eauChaude: "d’eau chaude",
  releveGaz: "de gaz",
  chauffage: "de chauffage",
} as const;

export type Compteur = keyof typeof COMPTEURS;

/**
 * The reading of a meter found in a text: 214 for « 214 m³ » or « 214 », 1214.5 for « n° 4471, 1 214,5 m³ »; null
 * without one.
 */
export function indexLu(texte: Texte): number | null {
  const [, avecUnite] = /(\d[\d\s]*(?:[.,]\d+)?)\s*(?:m3|m³|kwh)/i.exec(texte ?? "") ?? [];
  const [seul] = /^\s*\d[\d\s]*(?:[.,]\d+)?\s*$/.exec(texte ?? "") ?? [];
  const releve = avecUnite ?? seul;
  return releve === undefined ? null : Number(releve.replaceAll(/\s/g, "").replace(",", "."));
}

/** Whether a meter reads less than at the entry: replaced, or misread. */
export function compteurRecule(avant: Texte, apres: Texte): boolean {
  const [entree, sortie] = [indexLu(avant), indexLu(apres)];
  return entree !== null && sortie !== null && sortie < entree;
}

type Relevant = Partial<Record<Compteur, Texte>> | null | undefined;

/**
 * The French warnings about meters that read less at the exit than at the entry; they refuse nothing (biens/README
 * §4.1).
 */
export const avertissementsCompteurs = (entree: Relevant, sortie: Relevant): string[] =>
  (Object.keys(COMPTEURS) as Compteur[])
    .filter((compteur) => compteurRecule(entree?.[compteur], sortie?.[compteur]))
    .map(
      (compteur) =>
        `Le compteur ${COMPTEURS[compteur]} indique moins à la sortie (${sortie?.[compteur]}) qu’à l’entrée (${entree?.[compteur]}) : a-t-il été remplacé, ou mal relevé ?`,
    );
