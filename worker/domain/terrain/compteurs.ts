import { NON_RELEVE } from "./releve.ts";

/**
 * The meters read during a visit, each with its unit and the words that may replace figures; electricity is on the
 * dossier.
 */
export const COMPTEURS_LUS = {
  edf: { nom: "Électricité", unite: "kWh", sans: ["Inaccessible"] },
  releveGaz: { nom: "Gaz", unite: "m³", sans: ["Sans gaz", "Inaccessible"] },
  eauFroide: { nom: "Eau froide", unite: "m³", sans: ["Sans compteur individuel", "Inaccessible"] },
  eauChaude: {
    nom: "Eau chaude",
    unite: "m³",
    sans: ["Sans compteur individuel", "Collectif", "Inaccessible"],
  },
  chauffage: { nom: "Chauffage", unite: "kWh", sans: ["Collectif", "Néant", "Inaccessible"] },
} as const;

export type CompteurLu = keyof typeof COMPTEURS_LUS;

/** The reading of a meter; `dit` holds words in place of figures. */
export interface Lecture {
  numero: string;
  index: string;
  dit: string;
}

const LU = /^(?:n° (\S+), )?(\d[\d {2}]*(?:,\d+)?) (?:kWh|m³)$/;

/** The reading in a text: « n° 4471, 214 m³ » gives 4471 and 214; any other text is kept as words. */
export function compteurLu(texte: string | null | undefined): Lecture {
  const ecrit = texte?.trim() ?? "";
  if (ecrit === NON_RELEVE) return { numero: "", index: "", dit: "" };
  const [reconnu, numero = "", index = ""] = LU.exec(ecrit) ?? [];
  return reconnu === undefined ? { numero: "", index: "", dit: ecrit } : { numero, index, dit: "" };
}

/** The words of a reading in the field of the wire; null when nothing was read. */
export function compteurEnMots(
  compteur: CompteurLu,
  { numero, index, dit }: Lecture,
): string | null {
  if (dit.trim()) return dit.trim();
  if (!index.trim()) return null;
  const avecNumero = numero.trim() ? `n° ${numero.trim().replaceAll(/\s/g, "-")}, ` : "";
  return `${avecNumero}${index.trim()} ${COMPTEURS_LUS[compteur].unite}`;
}
