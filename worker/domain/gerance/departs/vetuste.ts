import { enCentimes, enEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";

/** How a kind of element wears, as the grid joined to the lease says (décret n° 2016-382, art. 4). */
export interface LigneDeVetuste {
  element: string;
  /** How long it lasts in theory, in years. */
  dureeDeVie: number;
  /** Years without any wear. */
  franchise: number;
  /** Percent of each year after them. */
  taux: number;
  /** Percent that the tenant bears whatever the age. */
  residuel: number;
}

/** A grid of a collective agreement, as it is joined to a lease. */
export interface GrilleVetuste {
  nom: string;
  lignes: LigneDeVetuste[];
}

/** The figures of a line that the computation needs. */
type Usure = Pick<LigneDeVetuste, "franchise" | "taux" | "residuel">;

const ENTIER = 100;

/**
 * The percentage of a repair that the tenant bears at this age, in whole years (departs/README §14.2).
 */
export const partDuLocataire = (age: number, { franchise, taux, residuel }: Usure): number =>
  Math.max(residuel, ENTIER - Math.max(0, age - franchise) * taux);

/** The part in percent of a price, half a cent rounded up; cents. */
export const partDuPrix = (prix: Centimes, part: number): Centimes =>
  enCentimes((enEuros(prix) * part) / ENTIER);

/**
 * The part of a quote or a bill that the tenant bears, half a cent rounded up; null when the age is unknown: nothing is
 * proposed then.
 * @param prix of the quote or the bill, in cents
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

/** The whole years between the last works and the day the keys came back. */
export function ageEnAnnees(refaitLe: string, clesLe: string): number {
  const annees = Number(clesLe.slice(0, 4)) - Number(refaitLe.slice(0, 4));
  return Math.max(0, clesLe.slice(5) < refaitLe.slice(5) ? annees - 1 : annees);
}
