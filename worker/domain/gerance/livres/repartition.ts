/** An amount of the accounts: integer cents. */
export type Centimes = number;

/**
 * Shares an amount by weights, to the cent: the largest remainders get the cents that are left, the first listed at
 * equal remainders (locataires/README §12.3). The shares always sum to the amount.
 * @param montant cents, zero or more
 * @param poids integers, zero or more, of which one at least is above zero unless the amount is zero
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
 * Rounds quotients so that they make an amount: each to the cent below or above, the largest remainders above, the
 * first listed at equal ones.
 * @param montant the sum of the quotients, rounded; cents
 * @param produits what is divided, zero or more
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

/** The same of an amount that may be below zero: a credit is shared as the debt would have been. @param montant cents */
export const repartirSigne = (montant: Centimes, poids: readonly (number | bigint)[]): Centimes[] =>
  repartir(Math.abs(montant), poids).map((part) => (montant < 0 ? 0 - part : part));

/** An amount in so many equal parts, the first ones the greatest. @param montant cents, zero or more */
export const enParts = (montant: Centimes, nombre: number): Centimes[] =>
  repartir(
    montant,
    Array.from({ length: nombre }, () => 1),
  );
