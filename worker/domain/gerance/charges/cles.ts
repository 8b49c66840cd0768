import type { Jour } from "../../dates.ts";
import { enEuros, formatNombre } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartirSigne } from "../livres/repartition.ts";

/** The units that a key counts (charges/README §16.2). */
export const GENRES_CLE = {
  tantiemes: "Tantièmes",
  surface: "Surface",
  parts: "Parts égales",
  personnes: "Personnes",
  compteur: "Compteur",
} as const;

export type GenreCle = keyof typeof GENRES_CLE;

/** The weight of a dwelling in a key: a whole number, hundredths of m² for a surface, litres for a meter. */
export interface PoidsDuLot {
  AppartementId: number;
  poids: number;
}

/** How an expense of a building is shared, from a day on: a key that was used is followed by another, never changed. */
export interface CleRepartition {
  genre: GenreCle;
  depuis: Jour;
  /** Of the whole building: what its lots here leave of it belongs to lots that the agency does not manage. */
  total: number;
  lots: readonly PoidsDuLot[];
}

/** The key of a name in force on a day; null before the first one. */
export const cleEnVigueur = <Cle extends CleRepartition>(
  cles: readonly Cle[],
  jour: Jour,
): Cle | null =>
  cles
    .filter(({ depuis }) => depuis <= jour)
    .toSorted((une, autre) => ordre(une.depuis, autre.depuis))
    .at(-1) ?? null;

const poidsDes = (lots: readonly PoidsDuLot[]): number =>
  lots.reduce((somme, { poids }) => somme + poids, 0);

/** The reason why a key shares nothing, in a sentence; null when it does. */
export function refusDeCle({ total, lots }: Pick<CleRepartition, "total" | "lots">): string | null {
  if (new Set(lots.map(({ AppartementId }) => AppartementId)).size < lots.length) {
    return "Un logement n’est qu’une fois dans une clé.";
  }
  const somme = poidsDes(lots);
  if (somme === 0) return "Aucun logement n’a de part dans cette clé.";
  return somme > total ? `Les logements font ${somme}, plus que le total de ${total}.` : null;
}

/** An expense of a building, shared; cents. */
export interface DepenseRepartie {
  lots: (PoidsDuLot & { montant: Centimes })[];
  /** The part of the lots that the agency does not manage, or of what no meter measures: nobody's here. */
  reste: Centimes;
}

/**
 * Shares an expense of a building among its dwellings by a key, to the cent by the largest remainders, the first listed at
 * equal ones (charges/README §16.2). Parts and rest make the expense.
 *
 * @param montant cents; below zero for a credit note
 * @param cle one that {@link refusDeCle} allows
 */
export function repartirDepense(
  montant: Centimes,
  { total, lots }: Pick<CleRepartition, "total" | "lots">,
): DepenseRepartie {
  const horsGestion = total - poidsDes(lots);
  const parts = repartirSigne(montant, [...lots.map(({ poids }) => poids), horsGestion]);
  return {
    lots: lots.map((lot, rang) => ({ ...lot, montant: parts[rang] ?? 0 })),
    reste: parts.at(-1) ?? 0,
  };
}

/** « 4 387,50 × 92/1000, Tantièmes généraux »: how the part of a dwelling was worked out, for its statement. @param montant cents */
export const calculDeLaPart = (
  montant: Centimes,
  { poids, total, nom }: { poids: number; total: number; nom: string },
): string => `${formatNombre(enEuros(montant), 2)}\u00A0×\u00A0${poids}/${total}, ${nom}`;
