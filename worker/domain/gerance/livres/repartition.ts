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
  const parts = poids.map((poidsDUnePart, rang) => {
    const produit = BigInt(montant) * BigInt(poidsDUnePart);
    return { rang, part: Number(produit / total), reste: produit % total };
  });
  let aDonner = montant - parts.reduce((somme, { part }) => somme + part, 0);
  const parReste = parts.toSorted((a, b) => Number(b.reste > a.reste) - Number(b.reste < a.reste));
  for (const part of parReste) {
    if (aDonner === 0) break;
    part.part += 1;
    aDonner -= 1;
  }
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
