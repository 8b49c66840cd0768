import type { Jour } from "../../dates.ts";
import { formatNombre } from "../../montants.ts";
import { type Centimes, repartirSigne } from "../livres/repartition.ts";

/** The share of an owner in a mandate: `num/den`. */
export interface Part {
  ClientId: number;
  num: number;
  den: number;
}

export type Fraction = Pick<Part, "num" | "den">;

/** The greatest denominator of a share: no deed gives shares finer than a millionth. */
export const DENOMINATEUR_AU_PLUS = 1_000_000;

const pgcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : pgcd(b, a % b));

/** The least common denominator of some shares. */
export const denominateurCommun = (parts: readonly Fraction[]): bigint =>
  parts.reduce((commun, part) => {
    const denominateur = BigInt(part.den);
    return (commun / pgcd(commun, denominateur)) * denominateur;
  }, 1n);

/** The shares as integers over their common denominator. */
function surLeMeme(parts: readonly Fraction[]): { nums: bigint[]; den: bigint } {
  const den = denominateurCommun(parts);
  return {
    nums: parts.map(({ num, den: denominateur }) => BigInt(num) * (den / BigInt(denominateur))),
    den,
  };
}

/** Whether shares add up to less than one, exactly one or more than one (invariant I13). */
export function sommeDesParts(parts: readonly Fraction[]): "moins" | "un" | "plus" {
  const { nums, den } = surLeMeme(parts);
  const somme = nums.reduce((total, num) => total + num, 0n);
  if (somme === den) return "un";
  return somme < den ? "moins" : "plus";
}

/** Whether shares add up exactly to one. */
export const fontUn = (parts: readonly Fraction[]): boolean => sommeDesParts(parts) === "un";

/**
 * Splits an amount among owners, to the cent, by the largest remainders (reversements/README §12.18). The sums
 * returned add up to the amount.
 *
 * @param montant cents, of either sign
 * @param parts in the order of the mandate; all zero: every sum is zero
 */
export const repartirParts = (montant: Centimes, parts: readonly Fraction[]): Centimes[] =>
  repartirSigne(montant, surLeMeme(parts).nums);

/**
 * The shares of the owners: the shares of the terms, or the whole for a single owner; else null.
 *
 * @param dites the shares of the terms; `mandants`: the ids of the owners
 */
export function partsDe(
  partsNotees: readonly Part[],
  mandants: readonly number[],
): readonly Part[] | null {
  if (partsNotees.length > 0) return partsNotees;
  const [seul, autre] = mandants;
  return seul !== undefined && autre === undefined ? [{ ClientId: seul, num: 1, den: 1 }] : null;
}

/**
 * The shares that divide a sum dated `jour`: the shares in force on that day, or the whole for a single owner. Else
 * the first shares of later terms apply, so that the sum goes to somebody (reversements/README §12.18). Null when
 * later terms have no shares either.
 *
 * @param termes the latest first
 * @param mandants the ids of the owners
 */
export function partsDuFait(
  termes: readonly { depuis: Jour; parts: readonly Part[] }[],
  jour: Jour,
  mandants: readonly number[],
): readonly Part[] | null {
  const enVigueur = termes.find(({ depuis }) => depuis <= jour);
  const suivants = termes.findLast(({ depuis, parts }) => depuis > jour && parts.length > 0);
  return partsDe(enVigueur?.parts ?? [], mandants) ?? suivants?.parts ?? null;
}

/** A share in words: « 60 % » when two decimals are exact, else « 1/3 ». */
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

/**
 * Reads a share typed by a person: « 60 % », « 33,3333 », « 1/3 », « 0 ». Null for another text, and for a share
 * above one or finer than a millionth.
 */
export function partLue(texte: string): Fraction | null {
  const fraction = texte.replace(/[\s\u00A0\u202F]/g, "");
  const [, haut, bas] = fraction.match(/^(\d{1,7})\/(\d{1,7})$/) ?? [];
  if (haut !== undefined && bas !== undefined) return reduite(BigInt(haut), BigInt(bas));
  const [, entiers, decimales = ""] = fraction.match(/^(\d{1,3})(?:[.,](\d{1,4}))?%?$/) ?? [];
  if (entiers === undefined) return null;
  return reduite(BigInt(entiers + decimales), 100n * 10n ** BigInt(decimales.length));
}

function reduite(num: bigint, den: bigint): Fraction | null {
  if (den === 0n || num > den) return null;
  const commun = pgcd(num, den);
  const fraction = { num: Number(num / commun), den: Number(den / commun) };
  return fraction.den > DENOMINATEUR_AU_PLUS ? null : fraction;
}

/**
 * The sum of some shares in words: « 85 % », « 5/6 »; null when the sum is zero, above one or finer than a millionth.
 */
export function totalEcrit(parts: readonly Fraction[]): string | null {
  const { nums, den } = surLeMeme(parts);
  const somme = nums.reduce((total, num) => total + num, 0n);
  const total = somme === 0n ? null : reduite(somme, den);
  return total && partEcrite(total);
}
