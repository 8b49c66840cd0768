/** The modes of payment, by their name on the wire, with their French name. */
export const PAIEMENTS = {
  Cheque: { libelle: "Chèque" },
  Virement: { libelle: "Virement" },
} as const;

export type ModePaiement = keyof typeof PAIEMENTS;

export const MODES_PAIEMENT = Object.keys(PAIEMENTS) as [ModePaiement, ...ModePaiement[]];

/** The mode of payment that forms propose first. */
export const MODE_USUEL: ModePaiement = "Virement";

/** The modes of payment of a rent, as a receipt stores them. */
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
