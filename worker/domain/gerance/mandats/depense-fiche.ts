import * as z from "zod/mini";
import { choix, facultatif, identifiant, isoDate, REQUIS, requis } from "../../fields.ts";
import { MODES_PAIEMENT } from "../../quittances/paiement.ts";

/** A payment taken back, and why. */
export const demandeAnnulationDePaiement = z.strictObject({ motif: requis(500) });

/** Expenses found good to pay, all or none. */
export const demandeBonAPayer = z.strictObject({ ids: listeDIds() });

/** Expenses that the agency pays, all or none. */
export const demandePaiement = z.strictObject({
  ids: listeDIds(),
  date: isoDate(),
  mode: facultatif(choix(MODES_PAIEMENT)),
  /** The account it leaves; absent: the only one that receives rents. */
  CompteBancaireId: facultatif(identifiant()),
});

function listeDIds() {
  return z
    .array(identifiant())
    .check(z.minLength(1, REQUIS), z.maxLength(200, "200 dépenses au plus."));
}
