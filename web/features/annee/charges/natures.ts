import { RECUPERABLES, type Recuperable } from "#domain/missions/depense.ts";

/** The charges that a tenant owes back, to choose from: « R44 – Parties communes : entretien de propreté ». */
export const NATURES = (Object.keys(RECUPERABLES) as Recuperable[]).map((code) => ({
  value: code,
  label: `${RECUPERABLES[code].libelle} (${code})`,
}));
