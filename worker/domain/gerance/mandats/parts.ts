import { formatNombre } from "../../montants.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";

/** An owner's share of a mandate: `num` of `den`. */
export interface Part {
  ClientId: number;
  num: number;
  den: number;
}

export type Fraction = Pick<Part, "num" | "den">;

/** Shares are told to the millionth: more than any deed says. */
export const DENOMINATEUR_AU_PLUS = 1_000_000;

const pgcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : pgcd(b, a % b));

/** The least denominator over which all these shares may be told. */
export const denominateurCommun = (parts: readonly Fraction[]): bigint =>
  parts.reduce((commun, part) => {
    const un = BigInt(part.den);
    return (commun / pgcd(commun, un)) * un;
  }, 1n);

/** The shares over their common denominator. */
function surLeMeme(parts: readonly Fraction[]): { nums: bigint[]; den: bigint } {
  const den = denominateurCommun(parts);
  return { nums: parts.map(({ num, den: un }) => BigInt(num) * (den / BigInt(un))), den };
}

/** What shares make together, exactly: less than the whole, the whole, or more (invariant I13). */
export function sommeDesParts(parts: readonly Fraction[]): "moins" | "un" | "plus" {
  const { nums, den } = surLeMeme(parts);
  const somme = nums.reduce((total, num) => total + num, 0n);
  if (somme === den) return "un";
  return somme < den ? "moins" : "plus";
}

/** Whether shares make exactly the whole. */
export const fontUn = (parts: readonly Fraction[]): boolean => sommeDesParts(parts) === "un";

/**
 * Shares an amount among owners, to the cent, by the largest remainders (domain/README §12.18): the sum is the amount.
 * @param montant cents; below zero, each owes what he would have received
 * @param parts in the order of the mandate; none, or of no weight: nobody has anything
 */
export const repartirParts = (montant: Centimes, parts: readonly Fraction[]): Centimes[] =>
  repartir(Math.abs(montant), surLeMeme(parts).nums).map((part) => (montant < 0 ? 0 - part : part));

/** The shares on a day: those that the terms say, or the whole to an owner who is alone; null: nobody said them. */
export function partsDe(
  dites: readonly Part[],
  mandants: readonly number[],
): readonly Part[] | null {
  if (dites.length > 0) return dites;
  const [seul, autre] = mandants;
  return seul !== undefined && autre === undefined ? [{ ClientId: seul, num: 1, den: 1 }] : null;
}

/** « 60 % » where two decimals tell it exactly, else « 1/3 ». */
export function partEcrite({ num, den }: Fraction): string {
  const [haut, bas] = [BigInt(num), BigInt(den)];
  if ((haut * 10_000n) % bas === 0n) {
    const centiemes = Number((haut * 10_000n) / bas);
    const decimales = [0, 1, 2].find((nombre) => centiemes % 10 ** (2 - nombre) === 0) ?? 2;
    return `${formatNombre(centiemes / 100, decimales)}\u00A0%`;
  }
  const commun = pgcd(haut, bas);
  return `${haut / commun}/${bas / commun}`;
}

/** What a share as people write one says: « 60 % », « 33,3333 », « 1/3 », « 0 » for none; null where it says nothing. */
export function partLue(texte: string): Fraction | null {
  const dit = texte.replace(/[\s\u00A0\u202F]/g, "");
  const [, haut, bas] = dit.match(/^(\d{1,7})\/(\d{1,7})$/) ?? [];
  if (haut !== undefined && bas !== undefined) return reduite(BigInt(haut), BigInt(bas));
  const [, entiers, decimales = ""] = dit.match(/^(\d{1,3})(?:[.,](\d{1,4}))?%?$/) ?? [];
  if (entiers === undefined) return null;
  return reduite(BigInt(entiers + decimales), 100n * 10n ** BigInt(decimales.length));
}

function reduite(num: bigint, den: bigint): Fraction | null {
  if (den === 0n || num > den) return null;
  const commun = pgcd(num, den);
  const fraction = { num: Number(num / commun), den: Number(den / commun) };
  return fraction.den > DENOMINATEUR_AU_PLUS ? null : fraction;
}

/** « 85 % », « 5/6 »: what shares make so far; null for more than the whole or nothing. */
export function totalEcrit(parts: readonly Fraction[]): string | null {
  const { nums, den } = surLeMeme(parts);
  const somme = nums.reduce((total, num) => total + num, 0n);
  const total = somme === 0n ? null : reduite(somme, den);
  return total && partEcrite(total);
}
