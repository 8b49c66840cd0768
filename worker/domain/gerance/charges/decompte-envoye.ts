import { dansMois, type Jour } from "../../dates.ts";
import { type Euros, enCentimes, somme } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { DecompteDeCharges } from "./decompte-lu.ts";
import type { SoldeFige } from "./donnees-du-decompte.ts";

/** A charges statement as it was sent; it never changes (charges/README §16.4). */
export interface DecompteFige
  extends Omit<
    DecompteDeCharges,
    "appelee" | "avertissements" | "ecart" | "envoi" | "projet" | "refusEnvoi"
  > {
  /** The earlier statement that this one corrects; null when it corrects none. */
  rectifie: { envoyeLe: Jour; solde: Euros } | null;
  /** The new monthly provision that the statement announces, with its first day; null when it announces none. */
  nouvelleProvision: { depuis: Jour; montant: Euros } | null;
  /** Whether the books hold the sum of the statement, called from the tenant or given back to him. */
  auCompte: boolean;
}

/**
 * The sum that a sent statement asks for: its balance, less the balance of the statement that it corrects; euros,
 * below zero for a sum to give back.
 */
export const sommeFigee = ({ rectifie, solde }: Pick<DecompteFige, "rectifie" | "solde">): Euros =>
  somme(solde, 0 - (rectifie?.solde ?? 0));

/** The frozen copy of a charges statement on the day it is sent. @param envoye the facts known only at the sending */
export const figer = (
  {
    appelee: _appelee,
    avertissements: _avertissements,
    ecart: _ecart,
    envoi,
    projet: _projet,
    refusEnvoi: _refusEnvoi,
    ...decompte
  }: DecompteDeCharges,
  envoye: Pick<DecompteFige, "auCompte" | "exigibleLe" | "nouvelleProvision">,
): DecompteFige => ({
  ...decompte,
  ...envoye,
  rectifie: envoi && { envoyeLe: envoi.envoyeLe, solde: envoi.solde },
});

/**
 * The figures of a sent statement with which a later statement is compared; cents. `provisions` excludes the
 * provisions called outside this product (`ailleurs`).
 */
export const soldeFige = ({ total, provisions, ailleurs }: DecompteFige): SoldeFige => ({
  total: enCentimes(total),
  provisions: enCentimes(provisions) - enCentimes(ailleurs ?? 0),
  ailleurs: ailleurs === null ? null : enCentimes(ailleurs),
});

const soldeDe = ({ total, provisions, ailleurs }: SoldeFige): Centimes =>
  total - provisions - (ailleurs ?? 0);

/**
 * The balance of a recomputed charges statement less the balance of the statement sent, which does not change
 * (charges/README §16.4); cents, above zero when the tenant owes more. Null without a difference: no correction is
 * made.
 */
export function ecartDuRectificatif(fige: SoldeFige, refait: SoldeFige): Centimes | null {
  const ecart = soldeDe(refait) - soldeDe(fige);
  return ecart === 0 ? null : ecart;
}

/** The months during which a tenant may look at the bills of a charges statement (loi n° 89-462, art. 23). */
const MOIS_DE_JUSTIFICATIFS = 6;

/**
 * The last day on which a tenant may look at the bills of a charges statement.
 * @param envoyeLe the day on which the statement was sent
 */
export const justificatifsJusquau = (envoyeLe: Jour): Jour =>
  dansMois(envoyeLe, MOIS_DE_JUSTIFICATIFS);
