/** The kinds of payees of a batch, in the order of the screens. */
export const GENRES_VIREMENT = {
  part: "Propriétaires",
  locataire: "Locataires",
  fournisseur: "Fournisseurs",
  honoraires: "Honoraires",
} as const;

export type GenreVirement = keyof typeof GENRES_VIREMENT;

/** The origin of a transfer: none of these is that of the agency's fees. */
export interface OrigineDeVirement {
  CompteRenduPartId: number | null;
  /** The frozen account of a departure, whose sum goes back to the tenant. */
  SoldeDepartId: number | null;
  /** The expense whose supplier is paid. */
  IntendanceId: number | null;
}

export function genreDeVirement({
  CompteRenduPartId,
  SoldeDepartId,
  IntendanceId,
}: OrigineDeVirement): GenreVirement {
  if (CompteRenduPartId !== null) return "part";
  if (SoldeDepartId !== null) return "locataire";
  return IntendanceId === null ? "honoraires" : "fournisseur";
}
