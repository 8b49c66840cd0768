/** What a tenant quotes when he pays, and what his bank tells of it: « D000123 » of dossier 123 (domain/README §12.9). */
export const referenceDeDossier = (id: number): string => `D${String(id).padStart(6, "0")}`;

/** The dossiers whose reference a text holds, in the order of the text. */
export const dossiersReferences = (texte: string): number[] => [
  ...new Set([...texte.matchAll(/\bD(\d{6,9})\b/gi)].map(([, numero]) => Number(numero))),
];
