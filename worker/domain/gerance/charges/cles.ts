import { formatJour, type Jour } from "../../dates.ts";
import { enEuros, formatNombre } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartirSigne } from "../livres/repartition.ts";

/** The units in which a sharing key counts (charges/README §16.2); tantièmes: shares of a co-owned building. */
export const GENRES_CLE = {
  tantiemes: "Tantièmes",
  surface: "Surface",
  parts: "Parts égales",
  personnes: "Personnes",
  compteur: "Compteur",
} as const;

export type GenreCle = keyof typeof GENRES_CLE;

/** The weight of a dwelling in a sharing key: an integer, hundredths of m² for a surface, litres for a meter. */
export interface PoidsDuLot {
  AppartementId: number;
  poids: number;
}

/**
 * The way in which a building's expenses are shared, from a day on. A used key never changes: another key follows it.
 */
export interface CleRepartition {
  genre: GenreCle;
  depuis: Jour;
  /**
   * The weight of the whole building; the weight missing from `lots` belongs to dwellings that the agency does not
   * manage.
   */
  total: number;
  lots: readonly PoidsDuLot[];
}

/** The key in force on a day, among the successive keys of one name; null before the first one. */
export const cleEnVigueur = <Cle extends CleRepartition>(
  cles: readonly Cle[],
  jour: Jour,
): Cle | null =>
  cles
    .filter(({ depuis }) => depuis <= jour)
    .toSorted((cle, autre) => ordre(cle.depuis, autre.depuis))
    .at(-1) ?? null;

/**
 * The French reason why a key does not share an expense of a given day (charges/README §16.2); null when it does.
 *
 * @param suivante the first day of the next key of the same name; null: none
 */
export function refusDeClePourLeJour(
  { nom, depuis, suivante }: { nom: string; depuis: Jour; suivante: Jour | null },
  jour: Jour,
): string | null {
  if (jour < depuis)
    return `La clé « ${nom} » ne vaut que depuis le ${formatJour(depuis)} : choisissez celle du ${formatJour(jour)}.`;
  return suivante !== null && suivante <= jour
    ? `Une autre clé « ${nom} » la suit depuis le ${formatJour(suivante)} : choisissez-la.`
    : null;
}

const poidsDes = (lots: readonly PoidsDuLot[]): number =>
  lots.reduce((somme, { poids }) => somme + poids, 0);

/** The French reason why a key cannot share an expense; null when it can. */
export function refusDeCle({ total, lots }: Pick<CleRepartition, "total" | "lots">): string | null {
  if (new Set(lots.map(({ AppartementId }) => AppartementId)).size < lots.length) {
    return "Un logement n’est qu’une fois dans une clé.";
  }
  const somme = poidsDes(lots);
  if (somme === 0) return "Aucun logement n’a de part dans cette clé.";
  return somme > total ? `Les logements font ${somme}, plus que le total de ${total}.` : null;
}

/** An expense of a building once shared; cents. */
export interface DepenseRepartie {
  lots: (PoidsDuLot & { montant: Centimes })[];
  /** The part of dwellings that the agency does not manage, or that no meter measures. */
  reste: Centimes;
}

/**
 * Shares an expense of a building among its dwellings by a key, to the cent by the largest remainders (charges/README
 * §16.2). The parts and `reste` add up to the expense.
 *
 * @param montant cents; below zero, a credit note
 * @param cle a key that {@link refusDeCle} accepts
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

/**
 * The words for the calculation of a dwelling's part, on its statement: « 4 387,50 × 92/1000, Tantièmes généraux ».
 *
 * @param montant cents: the whole expense
 */
export const calculDeLaPart = (
  montant: Centimes,
  { poids, total, nom }: { poids: number; total: number; nom: string },
): string => `${formatNombre(enEuros(montant), 2)}\u00A0×\u00A0${poids}/${total}, ${nom}`;
