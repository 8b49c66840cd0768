import { enEuros, formatEuros } from "../../montants.ts";
import type { Ecriture, Parties } from "../livres/ecritures.ts";
import { avanceAuBailleur, regularisationEnFaveur } from "../livres/ecritures-encaissements.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";

/** A charges balance in favour of a tenant, and the money of his mandate; cents. */
export interface SoldeEnFaveur {
  /** The sum in favour of the tenant, above zero. */
  montant: Centimes;
  fonds: ModeFonds;
  /** The lowest balance of the owner's account (4670) from the day of the entry on. */
  disponible: Centimes;
}

/**
 * The entry that gives a charges balance back to a tenant (charges/README §16.5). The owner's account pays it as an
 * advance of the tenant: the advance settles his debts, then his next rents. When the owner receives the rents, the
 * advance is recorded as held by the owner.
 *
 * @returns a French sentence when the owner's account does not hold enough
 */
export function crediterCharges(
  parties: Parties,
  { montant, fonds, disponible }: SoldeEnFaveur,
): Ecriture | string {
  if (fonds === "proprietaire") return avanceAuBailleur(parties, montant);
  return disponible < montant
    ? `Le compte du mandat ne porte que ${formatEuros(enEuros(Math.max(0, disponible)))} : demandez le reste au propriétaire.`
    : regularisationEnFaveur(parties, montant);
}
