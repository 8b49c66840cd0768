import { enCentimes, enEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";

/** How a kind of element wears, by the grid joined to the lease (décret n° 2016-382, art. 4). */
export interface LigneDeVetuste {
  element: string;
  /** The theoretical life of the element, in years. */
  dureeDeVie: number;
  /** The number of years without any wear. */
  franchise: number;
  /** The wear of each later year, in percent. */
  taux: number;
  /** The least part that the tenant bears whatever the age, in percent. */
  residuel: number;
}

/** The wear grid of a collective agreement, as it is joined to a lease. */
export interface GrilleVetuste {
  nom: string;
  lignes: LigneDeVetuste[];
}

type Usure = Pick<LigneDeVetuste, "franchise" | "taux" | "residuel">;

const ENTIER = 100;

/**
 * The percentage of a repair that the tenant bears (departs/README §14.2).
 * @param age in whole years
 */
export const partDuLocataire = (age: number, { franchise, taux, residuel }: Usure): number =>
  Math.max(residuel, ENTIER - Math.max(0, age - franchise) * taux);

/**
 * The part of a price, in cents, half a cent rounded up.
 * @param prix cents
 * @param part percent
 */
export const partDuPrix = (prix: Centimes, part: number): Centimes =>
  enCentimes((enEuros(prix) * part) / ENTIER);

/**
 * The part of a quote or a bill that the tenant bears, in cents, half a cent rounded up; null when the age is unknown.
 * @param prix the price of the quote or the bill, in cents
 * @param age in whole years, from the last works on the element
 */
export function retenueApresVetuste(
  prix: Centimes,
  age: number | null,
  ligne: Usure,
): Centimes | null {
  if (age === null) return null;
  return partDuPrix(prix, partDuLocataire(age, ligne));
}

/** The whole years between the last works and the day when the keys came back; never negative. */
export function ageEnAnnees(refaitLe: string, clesLe: string): number {
  const annees = Number(clesLe.slice(0, 4)) - Number(refaitLe.slice(0, 4));
  return Math.max(0, clesLe.slice(5) < refaitLe.slice(5) ? annees - 1 : annees);
}
