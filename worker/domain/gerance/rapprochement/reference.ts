/**
 * The reference that a tenant quotes when he pays, which his bank repeats: « D000123 » of dossier 123 (domain/README
 * §12.9).
 */
export const referenceDeDossier = (id: number): string => `D${String(id).padStart(6, "0")}`;

/** The dossiers whose reference is in a text, in its order. */
export const dossiersReferences = (texte: string): number[] => [
  ...new Set([...texte.matchAll(/\bD(\d{6,9})\b/gi)].map(([, numero]) => Number(numero))),
];
