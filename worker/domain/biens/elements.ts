// Apart from the schemas of forms: the screens that only read load this without their library.

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
