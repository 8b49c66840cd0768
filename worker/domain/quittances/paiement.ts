/** The modes of payment by their name on the wire, with their name on screens and on paper. */
export const PAIEMENTS = {
  Cheque: { libelle: "Chèque" },
  Virement: { libelle: "Virement" },
} as const;

export type ModePaiement = keyof typeof PAIEMENTS;

export const MODES_PAIEMENT = Object.keys(PAIEMENTS) as [ModePaiement, ...ModePaiement[]];

/** The usual mode of payment, which forms propose first. */
export const MODE_USUEL: ModePaiement = "Virement";

/** The modes of payment of a rent, under their names on a receipt; the two oldest keep the name they had. */
export const MODES_QUITTANCE = [
  ...MODES_PAIEMENT,
  "prelevement",
  "especes",
  "carte",
  "tiers",
  "compensation",
  "abandon",
  "depot",
  "regularisation",
] as const;

export type ModeQuittance = (typeof MODES_QUITTANCE)[number];
