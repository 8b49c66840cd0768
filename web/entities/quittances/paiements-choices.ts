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

/** How the rent of a receipt may be paid: the two usual ways first. */
export const RECEIPT_PAYMENT_CHOICES = MODES_ENCAISSEMENT.map((mode) => ({
  value: modeDeQuittance(mode),
  label: libelleMode(mode),
}));
