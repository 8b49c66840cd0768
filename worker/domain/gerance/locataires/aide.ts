import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { choix, euros, isoDate } from "../../fields.ts";
import type { PayeurAide } from "./comptes-de-quittance.ts";

/** The payers of the housing benefit, with their names. */
export const PAYEURS_AIDE: Readonly<Record<PayeurAide, string>> = { caf: "CAF", msa: "MSA" };

/** The highest housing benefit of a month, in euros: a greater amount is taken for a typing mistake. */
const AU_PLUS = 2000;

/**
 * `PUT /Dossier/{id}/aide`: the monthly housing benefit paid to the owner or the agency from a day on; zero ends it.
 * Euros.
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

/** A row of `GET /Dossier/{id}/aide`: a housing benefit from a day on; euros a month. */
export interface AideRow {
  id: number;
  depuis: Jour;
  montant: number;
  payeur: PayeurAide;
  user: string | null;
  createdAt: string;
}

export interface AidesDuDossier {
  /** The benefit in force today; null when there is none. */
  actuelle: AideRow | null;
  /**
   * Every benefit entered, the latest day first. When several begin on the same day, the last one entered applies.
   */
  historique: AideRow[];
}
