import type { Compte, Ecriture, Genre } from "./ecritures.ts";
import type { Centimes } from "./repartition.ts";

/** The key of an account in a map of balances: « 411 12 », « 531G ». */
export const cleDeCompte = ({ genre, de }: Compte): string =>
  de === null ? genre : `${genre} ${de}`;

/** The balance of each account after some entries, by {@link cleDeCompte}; cents, debits less credits. */
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

/** The total balance of the accounts of some kinds; cents, debits less credits. */
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

/** Accounts of the money that the agency holds: bank, till, cheques to cash (invariant I5, left side). */
export const DETENU = ["512G", "531G", "5112"] as const;
/** The accounts of the people to whom the money belongs (invariant I5, right side). */
export const A_QUI = [
  "4670",
  "4672",
  "165",
  "4191",
  "4197",
  "4192",
  "401",
  "4680",
  "4710",
  "4551",
] as const;

/**
 * The money that the agency holds less the money that it owes to others, in cents: zero on every day (invariant I5,
 * livres/README §12.4).
 */
export const ecartDeTresorerie = (parCompte: ReadonlyMap<string, Centimes>): Centimes =>
  totalDes(parCompte, DETENU) + totalDes(parCompte, A_QUI);
