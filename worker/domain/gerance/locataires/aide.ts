import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { choix, euros, isoDate } from "../../fields.ts";
import type { PayeurAide } from "./comptes-de-quittance.ts";

/** The payer of the housing benefit, in the words of a form. */
export const PAYEURS_AIDE: Readonly<Record<PayeurAide, string>> = { caf: "CAF", msa: "MSA" };

/** The highest housing benefit of a month: a greater amount is a slip of the hand. */
const AU_PLUS = 2000;

/**
 * `PUT /Dossier/{id}/aide`: the monthly benefit paid to the owner or the agency, from a day on; zero: no longer any.
 */
export const demandeAide = z.strictObject({
  depuis: isoDate(),
  montant: euros().check(
    z.gte(0, "Un montant de 0 € ou plus."),
    z.lte(AU_PLUS, "Au plus 2 000 €."),
  ),
  payeur: choix(["caf", "msa"]),
});

export type DemandeAide = z.output<typeof demandeAide>;

/** A row of `GET /Dossier/{id}/aide`; euros. */
export interface AideRow {
  id: number;
  depuis: Jour;
  montant: number;
  payeur: PayeurAide;
  user: string | null;
  createdAt: string;
}

/** `GET /Dossier/{id}/aide`: the benefit of a dossier. */
export interface AidesDuDossier {
  /** Today's benefit; null when there is none. */
  actuelle: AideRow | null;
  /** The benefits that were entered, the latest day first; of several of one day, the last one written holds. */
  historique: AideRow[];
}
