import { enEuros, formatEuros } from "../../montants.ts";
import {
  avanceAuBailleur,
  type Ecriture,
  type Parties,
  regularisationEnFaveur,
} from "../livres/ecritures.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";

/** A balance of charges in favour of a tenant, and what his mandate holds; cents. */
export interface SoldeEnFaveur {
  /** Above zero. */
  montant: Centimes;
  fonds: ModeFonds;
  /** The owner's account (4670) from that day on. */
  disponible: Centimes;
}

/**
 * Gives a balance of charges back to a tenant (charges/README §16.5): the owner's account makes it an advance of his,
 * which settles what he owes and then the rents to come, as every advance does. Where the owner receives the rents, the
 * same is noted on his side.
 *
 * @returns a sentence when the owner's account does not hold it
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
