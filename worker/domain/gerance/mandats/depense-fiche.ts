import * as z from "zod/mini";
import { choix, facultatif, identifiant, isoDate, REQUIS, requis } from "../../fields.ts";
import { MODES_PAIEMENT } from "../../quittances/paiement.ts";

/** The body that cancels the payment of an expense, with the reason. */
export const demandeAnnulationDePaiement = z.strictObject({ motif: requis(500) });

/** The body that approves expenses for payment, all or none. */
export const demandeBonAPayer = z.strictObject({ ids: listeDIds() });

/** The body by which the agency pays expenses, all or none. */
export const demandePaiement = z.strictObject({
  ids: listeDIds(),
  date: isoDate(),
  mode: facultatif(choix(MODES_PAIEMENT)),
  /** The bank account that pays; absent: the only one that receives rents. */
  CompteBancaireId: facultatif(identifiant()),
});

function listeDIds() {
  return z
    .array(identifiant())
    .check(z.minLength(1, REQUIS), z.maxLength(200, "200 dépenses au plus."));
}
