/** An amount of the accounts: integer cents. */
export type Centimes = number;

/**
 * Shares an amount by weights, to the cent (locataires/README §12.3). The cents left over go to the largest
 * remainders, to the first listed when remainders are equal. The shares add up to the amount, or are all zero when
 * every weight is zero.
 *
 * @param montant cents, zero or more
 * @param poids integers, zero or more; all zero: every share is zero
 */
export function repartir(montant: Centimes, poids: readonly (number | bigint)[]): Centimes[] {
  const total = poids.reduce<bigint>((somme, poidsDUnePart) => somme + BigInt(poidsDUnePart), 0n);
  if (total === 0n) return poids.map(() => 0);
  return arrondir(
    montant,
    poids.map((poidsDUnePart) => BigInt(montant) * BigInt(poidsDUnePart)),
    total,
  );
}

/**
 * Rounds quotients to the cent so that they add up to an amount: the largest remainders are rounded up, the first
 * listed when remainders are equal.
 *
 * @param montant cents: the sum of the rounded quotients
 * @param produits the dividends, zero or more
 * @param diviseur the common divisor
 */
export function arrondir(
  montant: Centimes,
  produits: readonly bigint[],
  diviseur: bigint,
): Centimes[] {
  const parts = produits.map((produit, rang) => ({
    ...{ rang, part: Number(produit / diviseur), reste: produit % diviseur },
  }));
  const aDonner = montant - parts.reduce((somme, { part }) => somme + part, 0);
  const parReste = parts.toSorted((a, b) => Number(b.reste > a.reste) - Number(b.reste < a.reste));
  for (const part of parReste.slice(0, aDonner)) part.part += 1;
  return parts.map(({ part }) => part);
}

/**
 * Shares an amount of either sign by weights, to the cent; an amount below zero gives the shares of its opposite,
 * with the other sign.
 * @param montant cents
 */
export const repartirSigne = (montant: Centimes, poids: readonly (number | bigint)[]): Centimes[] =>
  repartir(Math.abs(montant), poids).map((part) => (montant < 0 ? 0 - part : part));

/**
 * Cuts an amount into equal parts; the first parts get the cents left over.
 * @param montant cents, zero or more
 */
export const enParts = (montant: Centimes, nombre: number): Centimes[] =>
  repartir(
    montant,
    Array.from({ length: nombre }, () => 1),
  );
