// The options of the fields of a dossier, in a file that does not load the validation library (Zod).

export const TYPES_BAIL = [
  "nu",
  "meuble",
  "etudiant",
  "mobilite",
  "code_civil",
  "stationnement",
] as const;
export const MODES_CHARGES = ["provisions", "forfait", "periodique"] as const;

/**
 * The VAT regimes of the rent of a parking space: below the threshold, or at the usual rate. The rent of a home bears
 * no VAT (Code général des impôts, art. 261 D, 2°, 278, 293 B).
 */
export const REGIMES_TVA = ["franchise", "normale"] as const;

/** The annexes of a lease, in their order (bail/README §3.11). */
export const ANNEXES = [
  "reglement",
  "dpe",
  "plomb",
  "amiante",
  "electricite",
  "gaz",
  "bruit",
  "risques",
  "notice",
  "etatDesLieux",
  "autorisation",
  "references",
  "cautionnement",
  "assurance",
  "vetuste",
  "rib",
] as const;

export type Annexe = (typeof ANNEXES)[number];

export type ModeCharges = (typeof MODES_CHARGES)[number];
