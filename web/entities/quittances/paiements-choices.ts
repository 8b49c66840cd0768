import {
  libelleMode,
  MODES_ENCAISSEMENT,
  modeDeQuittance,
} from "#domain/gerance/locataires/reglement.ts";
import { MODE_USUEL, MODES_PAIEMENT, PAIEMENTS } from "#domain/quittances/paiement.ts";

/** The modes of payment, the usual one first. */
export const PAYMENT_CHOICES = [
  MODE_USUEL,
  ...MODES_PAIEMENT.filter((mode) => mode !== MODE_USUEL),
].map((value) => ({ value, label: PAIEMENTS[value].libelle }));

/** The modes in which a tenant pays the rent of a receipt. */
export const RECEIPT_PAYMENT_CHOICES = MODES_ENCAISSEMENT.map((mode) => ({
  value: modeDeQuittance(mode),
  label: libelleMode(mode),
}));
