import type { Compte, Ecriture, Genre } from "./ecritures.ts";
import type { Centimes } from "./repartition.ts";

/** An account as the key of a balance: « 411 12 », « 531G ». */
export const cleDeCompte = ({ genre, de }: Compte): string =>
  de === null ? genre : `${genre} ${de}`;

/** What entries leave on each account, in cents: debits less credits. */
export function soldes(ecritures: readonly Ecriture[]): Map<string, Centimes> {
  const parCompte = new Map<string, Centimes>();
  for (const { lignes } of ecritures) {
    for (const { compte, debit, credit } of lignes) {
      const cle = cleDeCompte(compte);
      parCompte.set(cle, (parCompte.get(cle) ?? 0) + debit - credit);
    }
  }
  return parCompte;
}

/** The sum, in cents, of the balances of every account of these kinds: debits less credits. */
export function totalDes(
  parCompte: ReadonlyMap<string, Centimes>,
  genres: readonly Genre[],
): Centimes {
  let somme = 0;
  for (const [cle, solde] of parCompte) {
    if (genres.some((genre) => genre === cle.split(" ")[0])) somme += solde;
  }
  return somme;
}

/** What lies in the bank, in the till and in cheques to cash (invariant I5, left side). */
const DETENU = ["512G", "531G", "5112"] as const;
/** Whose it is (invariant I5, right side). */
const A_QUI = ["4670", "4672", "165", "4191", "4192", "401", "4680", "4710", "4551"] as const;

/**
 * What the agency holds less what it owes to those it holds it for, in cents: zero at every date (invariant I5,
 * domain/README §12.4).
 */
export const ecartDeTresorerie = (parCompte: ReadonlyMap<string, Centimes>): Centimes =>
  totalDes(parCompte, DETENU) + totalDes(parCompte, A_QUI);
