import { ajouterMois, type Jour, moisDe, premierJour } from "../dates.ts";

/** The series of the IRL (index of rents) that the INSEE publishes (bail/README §3.4). */
export const SERIES_IRL = {
  IRL: "Métropole",
  IRL_CORSE: "Corse",
  IRL_OM: "Outre-mer",
} as const;

export type SerieIrl = keyof typeof SERIES_IRL;

/** The series of the IRL (index of rents) for a place, by its postal code. */
export function serieIrl(codePostal: string | null | undefined): SerieIrl {
  if (/^2[0AB]/i.test(codePostal ?? "")) return "IRL_CORSE";
  return /^97/.test(codePostal ?? "") ? "IRL_OM" : "IRL";
}

/** The series of the IRL for the next leases of a dwelling: the series that staff chose, else by its postal code. */
export const serieDuLogement = ({
  serieIrl: choisie,
  codePostal,
}: {
  serieIrl?: SerieIrl | null | undefined;
  codePostal: string | null | undefined;
}): SerieIrl => choisie ?? serieIrl(codePostal);

/** A quarter of a year: `trimestre` from 1 to 4. */
export interface Trimestre {
  annee: number;
  trimestre: number;
}

const TRIMESTRE =
  /^\s*(?:T\s*)?([1-4])\s*(?:er|e|ème|eme|nd)?\s*(?:trim(?:estre|\.)?)?\s*(\d{4})\s*$/i;

/** Reads a quarter typed by a person: « 2ème trimestre 2022 », « T2 2022 »; null for another text. */
export function trimestreLu(texte: string | null | undefined): Trimestre | null {
  const [, trimestre, annee] = TRIMESTRE.exec(texte ?? "") ?? [];
  return annee ? { annee: Number(annee), trimestre: Number(trimestre) } : null;
}

const JOUR_DE_PUBLICATION = "15";

/**
 * The day from which the IRL (index of rents) of a quarter counts as published: the 15th of the month after the
 * quarter (bail/README §3.4).
 */
export const parution = ({ annee, trimestre }: Trimestre): Jour =>
  `${ajouterMois(`${annee}-01`, trimestre * 3)}-${JOUR_DE_PUBLICATION}`;

/** Whether a quarter is over on a day: only then can its index be published. */
export const trimestreFini = (trimestre: Trimestre, jour: Jour): boolean =>
  jour >= premierJour(moisDe(parution(trimestre)));

/** The IRL (index of rents) of metropolitan France, quarter after quarter, as the INSEE published it. */
const METROPOLE: Readonly<Record<number, readonly number[]>> = {
  2020: [130.57, 130.57, 130.59, 130.52],
  2021: [130.69, 131.12, 131.67, 132.62],
  2022: [133.93, 135.84, 136.27, 137.26],
  2023: [138.61, 140.59, 141.03, 142.06],
  2024: [143.46, 145.17, 144.51, 144.64],
  2025: [145.47, 146.68, 145.77, 145.78],
  2026: [146.6, 148.37],
};

/** The first quarter of the known values of the IRL. */
export const PREMIER_TRIMESTRE: Trimestre = { annee: 2020, trimestre: 1 };

/** The IRL (index of rents) of metropolitan France for a quarter, 1 to 4; null when no value is known. */
export const irlDeMetropole = (annee: number, trimestre: number): number | null =>
  METROPOLE[annee]?.[trimestre - 1] ?? null;
