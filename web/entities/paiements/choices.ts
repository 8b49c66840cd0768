import { MODE_USUEL, MODES_PAIEMENT, PAIEMENTS } from "#domain/paiement.ts";

/** How a sum may be paid, the usual way first. */
export const PAYMENT_CHOICES = [
  MODE_USUEL,
  ...MODES_PAIEMENT.filter((mode) => mode !== MODE_USUEL),
].map((value) => ({ value, label: PAIEMENTS[value].libelle }));
