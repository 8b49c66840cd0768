import type { Jour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type AvoirDu, controlerAvoirs } from "./avoirs-dus.ts";
import {
  controlerEnsemble,
  type EncaissementNonVu,
  enBanque,
  motsDesNonVus,
} from "./encaissement-non-vu.ts";
import {
  aDeux,
  type Controle,
  type FondsDetenus,
  type HonorairesAVirer,
  honorairesAVirer,
  honorairesDuLot,
  type PartDue,
  refusDuLot,
} from "./reversement.ts";
import {
  type AvanceDue,
  controlerDepenses,
  controlerRestitutions,
  type DepenseDue,
  type RestitutionDue,
} from "./sommes-dues.ts";

export interface SommesDues {
  parts: readonly PartDue[];
  restitutions: readonly RestitutionDue[];
  avances: readonly AvanceDue[];
  depenses: readonly DepenseDue[];
  avoirs: readonly AvoirDu[];
}

export interface Controlee<Due> {
  due: Due;
  controle: Controle;
}

/** Checks every sum of a batch, each kind in the order of the request (reversements/README §12.18). */
export const controlerSommes = (
  { parts, restitutions, avances, depenses, avoirs }: SommesDues,
  nonVus: readonly EncaissementNonVu[],
  today: Jour,
) => ({
  parts: controlerEnsemble(parts, nonVus, today).map(
    ({ part, controle }): Controlee<PartDue> => ({ due: part, controle }),
  ),
  restitutions: controlerRestitutions(restitutions, today),
  avances: controlerRestitutions(avances, today),
  depenses: controlerDepenses(depenses, today),
  avoirs: controlerAvoirs(avoirs, today),
});

/** The facts, besides the sums to pay, that a batch depends on; cents. */
export interface FaitsDuLot {
  fonds: FondsDetenus;
  nonVus: readonly EncaissementNonVu[];
  /**
   * The fees taken from the mandates and not transferred yet; `attente`: the part of these fees in batches not
   * validated yet.
   */
  pris: Centimes;
  attente: Centimes;
  /**
   * The total of the batches that the author validated alone in the last 24 hours; `seuil`: above this total, two
   * persons must decide (null: never).
   */
  seul: Centimes;
  seuil: Centimes | null;
  /** Whether fees in this batch need a second person, because the agency’s account never received fees before. */
  compteNouveau: boolean;
}

/** A batch before it is written; cents. */
export interface LotCompose {
  aVirer: HonorairesAVirer;
  /** The fees that the batch transfers. */
  honoraires: Centimes;
  total: Centimes;
  /** The French reason why the batch may not be made; null when it may. */
  refus: string | null;
  /** Whether the batch needs the validation of a second administrator. */
  attend: boolean;
}

/**
 * Composes a batch of some sums, with the agency's fees when the request asks for fees (reversements/README §12.18).
 * @param payees the sums that may be paid
 */
export function composer(
  payees: readonly { montant: Centimes }[],
  { honoraires: demandes }: { honoraires: boolean },
  { fonds, nonVus, pris, attente, seul, seuil, compteNouveau }: FaitsDuLot,
): LotCompose {
  const aVirer = honorairesAVirer(fonds, { pris, attente });
  const honoraires = demandes ? honorairesDuLot(aVirer) : 0;
  const total = payees.reduce((somme, { montant }) => somme + montant, honoraires);
  return {
    aVirer,
    honoraires,
    total,
    refus: refusDesFonds(
      { total, honoraires: honoraires > 0 ? honoraires + attente : 0 },
      { fonds, nonVus },
    ),
    attend: (honoraires > 0 && compteNouveau) || aDeux(total + seul, seuil),
  };
}

/**
 * The French reason why the money held does not allow a batch; null when it does.
 * @param honoraires cents: the fees of the batch and of the batches not validated yet; zero for a batch without fees
 */
export const refusDesFonds = (
  { total, honoraires }: { total: Centimes; honoraires: Centimes },
  { fonds, nonVus }: Pick<FaitsDuLot, "fonds" | "nonVus">,
): string | null =>
  refusDuLot(fonds, { total, honoraires, nonVus: motsDesNonVus(enBanque(nonVus)) });
