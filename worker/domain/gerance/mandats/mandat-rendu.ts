import { ajouterMois, type Mois } from "../../dates.ts";
import { enCapitales } from "../../orthographe.ts";
import { estMorale, nomLegal, type Personne } from "../../personnes/personne.ts";
import type { Periodicite } from "./mots-de-conditions.ts";

/** The number of months that an owner's statement covers. */
const MOIS_DE_PERIODE: Record<Periodicite, number> = {
  mensuelle: 1,
  trimestrielle: 3,
  semestrielle: 6,
  annuelle: 12,
};

/**
 * Whether a month is the last of a period of statements; periods are counted from January (cloture/README §12.17).
 */
export const closUnePeriode = (mois: Mois, periodicite: Periodicite): boolean =>
  Number(mois.slice(5)) % MOIS_DE_PERIODE[periodicite] === 0;

/** The first month of the period of statements that ends with `mois`. */
export const premierMoisDePeriode = (mois: Mois, periodicite: Periodicite): Mois =>
  ajouterMois(mois, 1 - MOIS_DE_PERIODE[periodicite]);

/**
 * The words shown instead of a number for a mandate outside the register. The statements of such a mandate cannot be
 * validated (décret n° 72-678, art. 65 and 66).
 */
export const NON_INSCRIT = "non inscrit";

/** The number of a mandate as the register writes it: « 000042 »; {@link NON_INSCRIT} without a number. */
export function numeroDuMandat(numRegistre: string | null): string {
  const numero = numRegistre?.trim() || NON_INSCRIT;
  return /^\d+$/.test(numero) ? numero.padStart(6, "0") : numero;
}

/** The number in a sentence, « n° 000042 », or the words for a mandate outside the register. */
export const mandatEnMots = (numero: string): string =>
  numero === NON_INSCRIT ? "pas encore inscrit au registre" : `n°\u00A0${numero}`;

/**
 * The common name of the owners of a mandate: « Monsieur Paul DURAND », « INDIVISION DURAND » for several persons
 * with one family name, else every name.
 */
export function nomDuMandat(mandants: readonly Personne[]): string {
  const [premier, autre] = mandants;
  if (!premier) return "";
  if (!autre) return nomLegal(premier);
  const noms = new Set(mandants.map(({ nom }) => enCapitales(nom)));
  return noms.size === 1 && !mandants.some(estMorale)
    ? `INDIVISION ${enCapitales(premier.nom)}`
    : mandants.map(nomLegal).join(", ");
}
