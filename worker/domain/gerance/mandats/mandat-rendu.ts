import { ajouterMois, type Mois } from "../../dates.ts";
import { enCapitales } from "../../orthographe.ts";
import { estMorale, nomLegal, type Personne } from "../../personnes/personne.ts";
import type { Periodicite } from "./mots-de-conditions.ts";

/** The number of months in the period of an account. */
const MOIS_DE_PERIODE: Record<Periodicite, number> = {
  mensuelle: 1,
  trimestrielle: 3,
  semestrielle: 6,
  annuelle: 12,
};

/** Whether a period of the civil year ends with this month (cloture/README §12.17). */
export const closUnePeriode = (mois: Mois, periodicite: Periodicite): boolean =>
  Number(mois.slice(5)) % MOIS_DE_PERIODE[periodicite] === 0;

/** The first month of the period that ends with this one. */
export const premierMoisDePeriode = (mois: Mois, periodicite: Periodicite): Mois =>
  ajouterMois(mois, 1 - MOIS_DE_PERIODE[periodicite]);

/**
 * The words in place of the number of a mandate not yet in the register: its accounts stay drafts (décret n° 72-678,
 * art. 65 and 66).
 */
export const NON_INSCRIT = "non inscrit";

/** « 000042 », the number of the mandate as the register writes it. */
export function numeroDuMandat(numRegistre: string | null): string {
  const numero = numRegistre?.trim() || NON_INSCRIT;
  return /^\d+$/.test(numero) ? numero.padStart(6, "0") : numero;
}

/** « n° 000042 », or the words for a mandate that is not in the register yet. */
export const mandatEnMots = (numero: string): string =>
  numero === NON_INSCRIT ? "pas encore inscrit au registre" : `n°\u00A0${numero}`;

/** « Monsieur Paul DURAND », « INDIVISION DURAND »: the name of those who gave a mandate, on its accounts. */
export function nomDuMandat(mandants: readonly Personne[]): string {
  const [premier, autre] = mandants;
  if (!premier) return "";
  if (!autre) return nomLegal(premier);
  const noms = new Set(mandants.map(({ nom }) => enCapitales(nom)));
  return noms.size === 1 && !mandants.some(estMorale)
    ? `INDIVISION ${enCapitales(premier.nom)}`
    : mandants.map(nomLegal).join(", ");
}
