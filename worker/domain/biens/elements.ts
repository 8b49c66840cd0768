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
