import { ajouterMois, type Jour } from "../dates.ts";

/** The series of the IRL that the INSEE publishes (domain/README §3.4). */
export const SERIES_IRL = {
  IRL: "Métropole",
  IRL_CORSE: "Corse",
  IRL_OM: "Outre-mer",
} as const;

export type SerieIrl = keyof typeof SERIES_IRL;

/** The series of a dwelling, by its postal code. */
export function serieIrl(codePostal: string | null | undefined): SerieIrl {
  if (/^2[0AB]/i.test(codePostal ?? "")) return "IRL_CORSE";
  return /^97/.test(codePostal ?? "") ? "IRL_OM" : "IRL";
}

/** A quarter of a year: `trimestre` from 1 to 4. */
export interface Trimestre {
  annee: number;
  trimestre: number;
}

const TRIMESTRE =
  /^\s*(?:T\s*)?([1-4])\s*(?:er|e|ème|eme|nd)?\s*(?:trim(?:estre|\.)?)?\s*(\d{4})\s*$/i;

/** The quarter in a text that a person wrote: « 2ème trimestre 2022 », « T2 2022 »; null for any other text. */
export function trimestreLu(texte: string | null | undefined): Trimestre | null {
  const [, trimestre, annee] = TRIMESTRE.exec(texte ?? "") ?? [];
  return annee ? { annee: Number(annee), trimestre: Number(trimestre) } : null;
}

const JOUR_DE_PUBLICATION = "15";

/** The day from which the index of a quarter is known: the middle of the month after it (domain/README §3.4). */
export const parution = ({ annee, trimestre }: Trimestre): Jour =>
  `${ajouterMois(`${annee}-01`, trimestre * 3)}-${JOUR_DE_PUBLICATION}`;
