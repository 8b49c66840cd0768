import { ajouterMois, type Mois } from "../../dates.ts";
import { enCapitales } from "../../orthographe.ts";
import { estMorale, nomLegal, type Personne } from "../../personnes/personne.ts";
import type { Periodicite } from "./mots-de-conditions.ts";

/** How many months an account tells of. */
const MOIS_DE_PERIODE: Record<Periodicite, number> = {
  mensuelle: 1,
  trimestrielle: 3,
  semestrielle: 6,
  annuelle: 12,
};

/** Whether a period of the civil year ends with this month (domain/README §12.17). */
export const closUnePeriode = (mois: Mois, periodicite: Periodicite): boolean =>
  Number(mois.slice(5)) % MOIS_DE_PERIODE[periodicite] === 0;

/** The first month of the period that ends with this one. */
export const premierMoisDePeriode = (mois: Mois, periodicite: Periodicite): Mois =>
  ajouterMois(mois, 1 - MOIS_DE_PERIODE[periodicite]);

/** What stands in the place of its number while a mandate has none: its accounts stay drafts (décret n° 72-678, art. 65 and 66). */
export const NON_INSCRIT = "non inscrit";

/** « 000042 », as the register numbers the mandate. */
export function numeroDuMandat(numRegistre: string | null): string {
  const numero = numRegistre?.trim() || NON_INSCRIT;
  return /^\d+$/.test(numero) ? numero.padStart(6, "0") : numero;
}

/** « n° 000042 », or that it is not in the register yet. */
export const mandatEnMots = (numero: string): string =>
  numero === NON_INSCRIT ? "pas encore inscrit au registre" : `n°\u00A0${numero}`;

/** « Monsieur Paul DURAND », « INDIVISION DURAND »: how the accounts of a mandate name those who gave it. */
export function nomDuMandat(mandants: readonly Personne[]): string {
  const [premier, autre] = mandants;
  if (!premier) return "";
  if (!autre) return nomLegal(premier);
  const noms = new Set(mandants.map(({ nom }) => enCapitales(nom)));
  return noms.size === 1 && !mandants.some(estMorale)
    ? `INDIVISION ${enCapitales(premier.nom)}`
    : mandants.map(nomLegal).join(", ");
}
