import { NON_RELEVE } from "./releve.ts";

/** The meters read during an inventory, with their units and the words that may replace figures. */
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

/** The reading of a meter: its serial number, its index, or words in place of figures (`dit`). */
export interface Lecture {
  numero: string;
  index: string;
  dit: string;
}

const LU = /^(?:n° (\S+), )?(\d[\d\s]*(?:,\d+)?) (?:kWh|m³)$/;

/**
 * Reads a meter in a text: « n° 4471, 214 m³ » gives 4471 and 214. « Non relevé » gives an empty reading; any other
 * text is kept as words.
 */
export function compteurLu(texte: string | null | undefined): Lecture {
  const ecrit = texte?.trim() ?? "";
  if (ecrit === NON_RELEVE) return { numero: "", index: "", dit: "" };
  const [reconnu, numero = "", index = ""] = LU.exec(ecrit) ?? [];
  return reconnu === undefined ? { numero: "", index: "", dit: ecrit } : { numero, index, dit: "" };
}

/** The text of a reading, as the inventory stores it; null when nothing was read. */
export function compteurEnMots(
  compteur: CompteurLu,
  { numero, index, dit }: Lecture,
): string | null {
  if (dit.trim()) return dit.trim();
  if (!index.trim()) return null;
  const avecNumero = numero.trim() ? `n° ${numero.trim().replaceAll(/\s/g, "-")}, ` : "";
  return `${avecNumero}${index.trim()} ${COMPTEURS_LUS[compteur].unite}`;
}
