/**
 * The reference that a tenant quotes when he pays, which his bank repeats: « D000123 » of dossier 123
 * (rapprochement/README §12.9).
 */
export const referenceDeDossier = (id: number): string => `D${String(id).padStart(6, "0")}`;

/** The dossiers whose reference is in a text, in its order: that of a transfer to a tenant, « D000123-DG-01 », is none. */
export const dossiersReferences = (texte: string): number[] => [
  ...new Set(
    [...texte.matchAll(/\bD(\d{6,9})\b(?!-(?:DG|RC)-)/gi)].map(([, numero]) => Number(numero)),
  ),
];
