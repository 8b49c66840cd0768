/** The ways a sum is paid, one entry a mode under its name on the wire: its name on screens and on paper. */
export const PAIEMENTS = {
  Cheque: { libelle: "Chèque" },
  Virement: { libelle: "Virement" },
} as const;

export type ModePaiement = keyof typeof PAIEMENTS;

export const MODES_PAIEMENT = Object.keys(PAIEMENTS) as [ModePaiement, ...ModePaiement[]];

/** The mode most sums are paid by: forms propose it first. */
export const MODE_USUEL: ModePaiement = "Virement";

/** The modes of a rent, under their names on a receipt: the two oldest ones keep theirs. */
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
