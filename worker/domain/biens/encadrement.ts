import type { Jour } from "../dates.ts";
import { arrondir, somme } from "../montants.ts";

export const PERIODES_ENCADREMENT = ["Avant 1946", "1946-1970", "1971-1990", "apres 1990"] as const;
/** Each period of construction of an apartment, with its name in the rules of the rent cap. */
export const PERIODE_ENCADREE = {
  "avant 1946": "Avant 1946",
  "1946-1970": "1946-1970",
  "1971-1990": "1971-1990",
  "après 1990": "apres 1990",
} as const satisfies Record<string, (typeof PERIODES_ENCADREMENT)[number]>;

/**
 * The capped base rent in euros: increased reference rent (€/m²) × surface (m²), rounded to the cent (loi n°
 * 2018-1021, art. 140).
 */
export function montantBaseEncadrement(declare: {
  loyerReferenceMajore: number;
  surface: number;
}): number {
  return arrondir(declare.loyerReferenceMajore * declare.surface);
}

/**
 * The rent complement in euros: the part of the rent above the base rent; below zero when the rent is lower than the
 * base rent (bail/README §3.7).
 */
export function complementLoyer(loyerHC: number, montantBase: number): number {
  return somme(loyerHC, -montantBase);
}

/**
 * A rent cap with its base rent and its complement, in euros (bail/README §3.7); both null without a surface or an
 * increased reference rent.
 */
export function encadrementComplet<
  T extends { surface?: number | null; loyerReferenceMajore?: number | null },
>(declare: T, loyerHC: number) {
  const { surface, loyerReferenceMajore } = declare;
  const connu = typeof surface === "number" && typeof loyerReferenceMajore === "number";
  const montantBase = connu ? montantBaseEncadrement({ surface, loyerReferenceMajore }) : null;
  return {
    ...declare,
    montantBase,
    complementLoyer: montantBase === null ? null : complementLoyer(loyerHC, montantBase),
  };
}

/**
 * The territories of capped rents, by postal code, each from a day; the comment above each line names the territory
 * (bail/README §3.7).
 */
const TERRITOIRES: readonly { depuis: Jour; codes: RegExp }[] = [
  // The city of Paris.
  { depuis: "2019-07-01", codes: /^75\d{3}$/ },
  // The towns of Lille, Hellemmes and Lomme.
  { depuis: "2020-03-01", codes: /^59(000|160|260|777|800)$/ },
  // The towns of Plaine Commune, north of Paris.
  { depuis: "2021-06-01", codes: /^93(120|200|210|240|300|380|400|430|450|800)$/ },
  // The towns of Lyon and Villeurbanne.
  { depuis: "2021-11-01", codes: /^69(00[1-9]|100)$/ },
  // The towns of Est Ensemble, east of Paris.
  { depuis: "2021-12-01", codes: /^93(000|100|130|140|170|230|260|310|500)$/ },
  // The city of Montpellier.
  { depuis: "2022-07-01", codes: /^34(000|070|080|090)$/ },
  // The city of Bordeaux.
  { depuis: "2022-07-15", codes: /^33([013]00|200|800)$/ },
  // Twenty-four towns of the Pays basque.
  { depuis: "2024-11-25", codes: /^64(100|122|200|210|310|340|480|500|600|700|990)$/ },
  // Twenty-one towns of Grenoble-Alpes-Métropole.
  {
    depuis: "2025-01-20",
    codes: /^38([01]00|120|130|170|180|240|320|360|400|420|600|610|640|700|760|800|950)$/,
  },
];

/** Whether the postal code of a dwelling was in a territory of capped rents on the day of signature. */
export const territoireEncadre = (codePostal: string, signature: Jour): boolean =>
  TERRITOIRES.some(({ codes, depuis }) => depuis <= signature && codes.test(codePostal.trim()));
