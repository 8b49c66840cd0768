/**
 * The reference of a dossier that a tenant writes on his payments: « D000123 » for dossier 123 (rapprochement/README
 * §12.9).
 */
export const referenceDeDossier = (id: number): string => `D${String(id).padStart(6, "0")}`;

/**
 * The dossiers whose reference a text quotes, in order. The reference of a transfer to a tenant, « D000123-DG-01 »,
 * does not count.
 */
export const dossiersReferences = (texte: string): number[] => [
  ...new Set(
    [...texte.matchAll(/\bD(\d{6,9})\b(?!-(?:DG|RC|MR|TP)-)/gi)].map(([, numero]) =>
      Number(numero),
    ),
  ),
];
