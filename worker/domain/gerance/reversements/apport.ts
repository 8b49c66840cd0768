import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { euros, facultatif, identifiant, isoDate } from "../../fields.ts";
import { type Euros, enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type FondsDetenus, manqueDeCouverture } from "./reversement.ts";

/**
 * The body of `POST Apport`: the agency put its own money in an account of rents. Without `CompteBancaireId`, the
 * money went to the only account of rents.
 */
export const demandeApport = z.strictObject({
  montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
  date: isoDate(),
  CompteBancaireId: facultatif(identifiant()),
  /** A key that makes the same request sent twice count once. */
  cle: z.optional(z.uuid("Un identifiant unique est attendu.")),
});

export type DemandeApport = z.output<typeof demandeApport>;

/** A row of `GET Apport`, the latest first: money that the agency put in an account of rents; euros. */
export interface ApportRow {
  id: number;
  date: Jour;
  montant: Euros;
  CompteBancaireId: number;
  /** The name of the bank account. */
  compte: string;
  user: string | null;
  /** The day on which the agency took the money back; null until then. */
  reprisLe: Jour | null;
}

/**
 * The French refusal to let the agency take back the money that it put in: the account does not hold the sum, or the
 * money left would not cover the sums owed to others (invariant I6, reversements/README §12.18). Null when it may.
 * @param montant cents
 */
export function refusDeReprise(fonds: FondsDetenus, montant: Centimes): string | null {
  if (montant > fonds.compte) {
    return `Le compte bancaire n’a que ${formatEuros(enEuros(Math.max(0, fonds.compte)))} dans les livres.`;
  }
  const manque = manqueDeCouverture(fonds, montant);
  return manque === 0
    ? null
    : `Il manquerait ${formatEuros(enEuros(manque))} pour que chaque propriétaire soit payé avec son argent.`;
}
