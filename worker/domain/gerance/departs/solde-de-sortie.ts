import { sousLoi89 } from "../../bail/bail.ts";
import { restitutionDepot } from "../../bail/restitution-depot.ts";
import type { ModeCharges, TYPES_BAIL } from "../../biens/dossier.ts";
import { dansMois, formatJour, type Jour } from "../../dates.ts";
import { enCentimes, enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { LigneDeSolde } from "./depart.ts";

/** A sum kept from the tenant at his departure, with its label; cents. */
export interface RetenueDeSortie {
  libelle: string;
  montant: Centimes;
}

/** The sums of the account of a departure; cents. */
export interface FaitsDeSortie {
  depot: Centimes;
  /**
   * The rents, charges and other sums called that the tenant still owes, less his advance; negative when the advance
   * is greater.
   */
  du: Centimes;
  retenues: readonly RetenueDeSortie[];
  /** The sum to keep until the charges of the building are approved. */
  provision: Centimes;
}

/** The balance of the account of a departure; cents. */
export interface SoldeDeSortie {
  /** The part of the deposit taken for the sums owed and the sums kept. */
  impute: Centimes;
  /** The part of the deposit kept until the charges are approved. */
  provision: Centimes;
  restitution: Centimes;
  /** The sum that the tenant owes above his deposit. */
  resteDu: Centimes;
}

/**
 * The balance of the account of a departure: the deposit pays the sums owed and the sums kept first, the provision is
 * then kept, and the rest goes back to the tenant (loi n° 89-462, art. 22; departs/README §14.3). `impute + provision
 * + restitution` is the deposit, plus the advance that is left once it has paid the sums kept.
 */
export function soldeDeSortie({ depot, du, retenues, provision }: FaitsDeSortie): SoldeDeSortie {
  const dette = retenues.reduce((somme, { montant }) => somme + montant, du);
  const impute = Math.max(0, Math.min(depot, dette));
  const avance = Math.max(0, -dette);
  const reste = depot - impute;
  const garde = Math.min(provision, reste);
  return {
    impute,
    provision: garde,
    restitution: reste - garde + avance,
    resteDu: Math.max(0, dette - depot),
  };
}

/**
 * At most this fraction of the deposit, one fifth, is kept until the charges are approved (loi n° 89-462, art. 22).
 */
const CINQUIEME = 5;

/** The facts of a lease that decide whether a part of the deposit may be kept for the charges. */
export interface LieuDesCharges {
  collectif: boolean;
  chargesMode: ModeCharges;
  regime: (typeof TYPES_BAIL)[number];
}

/**
 * The most of a deposit that may be kept until the charges are approved, in cents: one fifth for charges paid by
 * provisions, in a collective building, under the law of 1989; else zero.
 */
export const provisionAuPlus = (
  depot: Centimes,
  { collectif, chargesMode, regime }: LieuDesCharges,
): Centimes =>
  sousLoi89({ regime }) && collectif && chargesMode === "provisions"
    ? Math.floor(depot / CINQUIEME)
    : 0;

/**
 * The last day to settle the provision kept: one month after the day on which the accounts of the building are
 * approved.
 */
export const echeanceDesCharges = (approuvesLe: Jour): Jour => dansMois(approuvesLe, 1);

/**
 * The balance of the account of charges after a departure, in cents: the part of the deposit kept, plus the
 * provisions called, less the real charges. Negative when the tenant owes it.
 * @param appele the provisions called for the days settled, in cents; `reel`: the real charges of these days, in
 * cents
 */
export const soldeDesCharges = (
  provision: Centimes,
  { appele, reel }: { appele: Centimes; reel: Centimes },
): Centimes => provision + appele - reel;

/**
 * The day by which the deposit must be given back (loi n° 89-462, art. 22); null for a lease outside that law.
 * @param clesLe the day the keys came back
 * @param conforme true: the exit inventory agrees with the entry inventory
 */
export function echeanceDeRestitution(
  clesLe: Jour,
  conforme: boolean,
  regime: (typeof TYPES_BAIL)[number],
): Jour | null {
  const jours = restitutionDepot(clesLe, regime);
  return jours && (conforme ? jours.conforme : jours.sinon);
}

export interface Retard {
  echeance: Jour;
  /** The day when the deposit was given back, or today. */
  rendu: Jour;
  /** The last monthly rent without charges; cents. */
  loyerHC: Centimes;
  /** The sum still due to the tenant on the day `rendu`; cents. */
  restitution: Centimes;
  /** Whether the tenant gave his new address: without it, no delay runs. */
  adresseConnue: boolean;
}

const DIXIEME = 10;

/**
 * The increase owed for a deposit given back late, in cents: a tenth of the rent for each month begun after the due
 * day, rounded once (loi n° 89-462, art. 22; departs/README §14.3). Zero when no sum is due, or when the address is
 * unknown.
 */
export function majorationDeRetard({
  echeance,
  rendu,
  loyerHC,
  restitution,
  adresseConnue,
}: Retard): Centimes {
  if (restitution <= 0 || !adresseConnue) return 0;
  return enCentimes((enEuros(loyerHC) * moisCommences(echeance, rendu)) / DIXIEME);
}

/**
 * The line that explains the increase owed for a deposit given back late, in cents: « 3 mois commencés depuis le
 * 01/09/2026 × 10 % de 620,00 €, le loyer hors charges (article 22) ».
 * @param retard `loyerHC`: the last monthly rent without charges, in cents
 */
export function lignesDeMajoration(
  majoration: Centimes,
  { echeance, rendu, loyerHC }: Pick<Retard, "echeance" | "rendu" | "loyerHC">,
): LigneDeSolde[] {
  const mois = moisCommences(echeance, rendu);
  const commences = `${mois}\u00A0mois commencé${mois > 1 ? "s" : ""} depuis le ${formatJour(echeance)}`;
  return [
    {
      libelle: `${commences} × 10\u00A0% de ${formatEuros(enEuros(loyerHC))}, le loyer hors charges (article 22)`,
      montant: majoration,
    },
  ];
}

/** The number of months begun after `echeance` (not included) and until `rendu` (included). */
export function moisCommences(echeance: Jour, rendu: Jour): number {
  let mois = 0;
  while (dansMois(echeance, mois) < rendu) mois++;
  return mois;
}
