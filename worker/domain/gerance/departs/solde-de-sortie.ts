import { sousLoi89 } from "../../bail/bail.ts";
import { restitutionDepot } from "../../bail/preavis.ts";
import type { ModeCharges, TYPES_BAIL } from "../../biens/dossier.ts";
import { dansMois, formatJour, type Jour } from "../../dates.ts";
import { enCentimes, enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { LigneDeSolde } from "./depart.ts";

/** A sum that the tenant owes for what he leaves, with its proof. */
export interface RetenueDeSortie {
  libelle: string;
  montant: Centimes;
}

/** The sums of the account of a departure; cents. */
export interface FaitsDeSortie {
  depot: Centimes;
  /** Rents and charges that the account owes, the last month's share included; below zero: paid in advance. */
  du: Centimes;
  retenues: readonly RetenueDeSortie[];
  /** Kept until the charges of the building are approved. */
  provision: Centimes;
}

/** The account of a departure; cents. */
export interface SoldeDeSortie {
  /** Of the deposit, taken for what is owed. */
  impute: Centimes;
  /** Of the deposit, kept until the charges are approved. */
  provision: Centimes;
  restitution: Centimes;
  /** Owed by the tenant above his deposit. */
  resteDu: Centimes;
}

/**
 * The account of a departure: what is owed first, then the provision from what is left, then the tenant
 * (loi n° 89-462, art. 22; departs/README §14.3). `depot = impute + provision + restitution`, less what was paid in
 * advance.
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

/** Of the deposit, kept at most until the charges of the building are approved (loi n° 89-462, art. 22). */
const CINQUIEME = 5;

/** The facts of a lease by which the law lets a part of its deposit wait for the charges. */
export interface LieuDesCharges {
  collectif: boolean;
  chargesMode: ModeCharges;
  regime: (typeof TYPES_BAIL)[number];
}

/**
 * The most of a deposit that may wait for the approval of the charges, in cents: none with a lump sum, none in a house, none
 * outside the law of 1989.
 */
export const provisionAuPlus = (
  depot: Centimes,
  { collectif, chargesMode, regime }: LieuDesCharges,
): Centimes =>
  sousLoi89({ regime }) && collectif && chargesMode === "provisions"
    ? Math.floor(depot / CINQUIEME)
    : 0;

/** The day by which what was kept is settled, from the day the accounts of the building are approved. */
export const echeanceDesCharges = (approuvesLe: Jour): Jour => dansMois(approuvesLe, 1);

/**
 * The second account, once the charges are known; cents. Below zero: the tenant owes it.
 * @param appele provisions called for the year; reel: what it cost
 */
export const soldeDesCharges = (
  provision: Centimes,
  { appele, reel }: { appele: Centimes; reel: Centimes },
): Centimes => provision + appele - reel;

/**
 * The day by which the deposit is given back (loi n° 89-462, art. 22); null outside that law.
 * @param clesLe the day the keys came back
 * @param conforme the exit inventory agrees with the entry one
 */
export function echeanceDeRestitution(
  clesLe: Jour,
  conforme: boolean,
  regime: (typeof TYPES_BAIL)[number],
): Jour | null {
  const jours = restitutionDepot(clesLe, regime);
  return jours && (conforme ? jours.conforme : jours.sinon);
}

/** A deposit that comes back late. */
export interface Retard {
  echeance: Jour;
  /** The day it was given back, or today. */
  rendu: Jour;
  /** Of the last month, without charges; cents. */
  loyerHC: Centimes;
  /** The sum still due to the tenant on that day; cents. */
  restitution: Centimes;
  /** The tenant gave his new address: without it no delay runs. */
  adresseConnue: boolean;
}

const DIXIEME = 10;

/**
 * The increase owed for a late deposit: a tenth of the rent for each month begun after the due day, rounded once
 * (loi n° 89-462, art. 22; departs/README §14.3); cents. It bears on a deposit that remains due, never on a part that
 * waits for the charges.
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
 * The line of the account of a late increase: « 3 mois commencés depuis le 01/09/2026 × 10 % de 620,00 € »; cents.
 * @param retard `loyerHC`: of the last month, without charges
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

/** The months begun between a due day, not included, and another day, included. */
export function moisCommences(echeance: Jour, rendu: Jour): number {
  let mois = 0;
  while (dansMois(echeance, mois) < rendu) mois++;
  return mois;
}
