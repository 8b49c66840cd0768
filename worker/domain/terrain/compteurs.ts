import { NON_RELEVE } from "./releve.ts";

/** The meters that a visit reads, each with its unit and what may stand instead; electricity is of the dossier. */
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

/** A meter as it is read; `dit` is said in place of figures. */
export interface Lecture {
  numero: string;
  index: string;
  dit: string;
}

const LU = /^(?:n° (\S+), )?(\d[\d {2}]*(?:,\d+)?) (?:kWh|m³)$/;

/** « n° 4471, 214 m³ » → 4471 and 214; any other text is said. */
export function compteurLu(texte: string | null | undefined): Lecture {
  const ecrit = texte?.trim() ?? "";
  if (ecrit === NON_RELEVE) return { numero: "", index: "", dit: "" };
  const [lu, numero = "", index = ""] = LU.exec(ecrit) ?? [];
  return lu === undefined ? { numero: "", index: "", dit: ecrit } : { numero, index, dit: "" };
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
