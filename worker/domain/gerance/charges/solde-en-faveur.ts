import type { Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import {
  avanceAuBailleur,
  avanceConsommee,
  avanceDuBailleurConsommee,
  type Ecriture,
  type Part,
  type Parties,
  regularisationEnFaveur,
} from "../livres/ecritures.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type EcheanceDue, type Imputation, imputer } from "../locataires/imputation.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";

/** A balance of charges in favour of a tenant, and what his account and his mandate hold; cents. */
export interface SoldeEnFaveur {
  /** Above zero. */
  montant: Centimes;
  fonds: ModeFonds;
  /** The owner's account (4670) on that day. */
  disponible: Centimes;
  dues: readonly EcheanceDue[];
  date: Jour;
}

/** The entries that give a balance back to a tenant, or the reason why none may be posted. */
export type CreditDeCharges =
  | { refus: string; ecritures: []; imputations: []; avance: null }
  | {
      refus: null;
      ecritures: Ecriture[];
      imputations: Imputation[];
      /** The rest, for the rents to come; cents. */
      avance: Centimes;
    };

/**
 * Gives a balance of charges back to a tenant (charges/README §16.5): the owner's account makes it an advance of his,
 * which is spent at once on what he owes and then on the rents to come. Where the owner receives the rents, the same is
 * noted on his side. Refused beyond what the owner's account holds.
 */
export function crediterCharges(
  parties: Parties,
  { montant, fonds, disponible, dues, date }: SoldeEnFaveur,
): CreditDeCharges {
  if (fonds === "agence" && disponible < montant) {
    return {
      refus: `Le compte du mandat ne porte que ${formatEuros(enEuros(Math.max(0, disponible)))} : demandez le reste au propriétaire.`,
      ecritures: [],
      imputations: [],
      avance: null,
    };
  }
  const { imputations, avance } = imputer({ montant, date }, dues);
  const natures = new Map(dues.map(({ id, nature }) => [id, nature]));
  const regle = imputations.flatMap(({ echeanceId, montant: part }): Part[] => {
    const nature = natures.get(echeanceId);
    return nature ? [{ nature, montant: part }] : [];
  });
  const ecritures =
    fonds === "agence"
      ? [regularisationEnFaveur(parties, montant), avanceConsommee(parties, regle)]
      : [avanceAuBailleur(parties, montant), avanceDuBailleurConsommee(parties, regle)];
  return {
    refus: null,
    ecritures: ecritures.filter(({ lignes }) => lignes.length > 0),
    imputations,
    avance,
  };
}
