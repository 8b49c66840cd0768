import {
  libelleMode,
  MODES_ENCAISSEMENT,
  modeDeQuittance,
} from "#domain/gerance/locataires/reglement.ts";
import { MODE_USUEL, MODES_PAIEMENT, PAIEMENTS } from "#domain/quittances/paiement.ts";

/** How a sum may be paid, the usual way first. */
export const PAYMENT_CHOICES = [
  MODE_USUEL,
  ...MODES_PAIEMENT.filter((mode) => mode !== MODE_USUEL),
].map((value) => ({ value, label: PAIEMENTS[value].libelle }));

/** The modes of payment for the rent of a receipt, the two usual ones first. */
export const RECEIPT_PAYMENT_CHOICES = MODES_ENCAISSEMENT.map((mode) => ({
  value: modeDeQuittance(mode),
  label: libelleMode(mode),
}));
