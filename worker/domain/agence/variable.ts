import * as z from "zod/mini";
import { facultatif, requis, texte } from "../fields.ts";
import { refusReglage, reglageVoisin } from "./agence.ts";

/** A setting: text, or a number that is kept as text. */
export const record = z.strictObject({
  nom: requis(100),
  valeur: facultatif(
    z.pipe(
      z.transform((valeur) => (typeof valeur === "number" ? String(valeur) : valeur)),
      texte(10_000),
    ),
  ),
});
export const modification = z.partial(record);
export const creation = record.check(({ value, issues }) => {
  const voisin = reglageVoisin(value.nom);
  if (voisin) {
    const message = `Ce réglage s’écrit « ${voisin} ».`;
    issues.push({ code: "custom", path: ["nom"], message, input: value.nom });
  }
  const message = refusReglage(value.nom, value.valeur ?? null);
  if (message) issues.push({ code: "custom", path: ["valeur"], message, input: value.valeur });
});

export interface VariableRow {
  id: number;
  nom: string;
  valeur: string | null;
  updatedAt: string;
  version: number;
}

export interface VariableDetail extends VariableRow {
  createdAt: string;
  canDelete: boolean;
  /** Told when the change waits for somebody else. */
  warnings?: string[];
}
