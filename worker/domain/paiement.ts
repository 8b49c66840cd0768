/**
 * The ways a sum is paid, one entry a mode under its name on the wire: its name on screens and on paper, and
 * whether what was received is discharged only once it is cashed.
 */
export const PAIEMENTS = {
  Cheque: { libelle: "Chèque", sousReserve: true },
  Virement: { libelle: "Virement", sousReserve: false },
} as const;

export type ModePaiement = keyof typeof PAIEMENTS;

export const MODES_PAIEMENT = Object.keys(PAIEMENTS) as [ModePaiement, ...ModePaiement[]];

/** The mode most sums are paid by: what a form proposes first. */
export const MODE_USUEL: ModePaiement = "Virement";
