/** The kinds of transfers of a batch by payee, in the order of the screens. */
export const GENRES_VIREMENT = {
  part: "Propriétaires",
  locataire: "Locataires",
  avance: "Trop-perçus",
  fournisseur: "Fournisseurs",
  honoraires: "Honoraires",
  avoir: "Avoirs d’honoraires",
} as const;

export type GenreVirement = keyof typeof GENRES_VIREMENT;

/** The origin of a transfer; all fields null: the agency's fees. */
export interface OrigineDeVirement {
  CompteRenduPartId: number | null;
  /** The frozen account of a departure, whose sum goes back to the tenant. */
  SoldeDepartId: number | null;
  /** The sum paid ahead that goes back to a tenant who stays. */
  AvanceRendueId: number | null;
  /** The expense whose supplier is paid. */
  IntendanceId: number | null;
  /** The credit note of fees that the agency pays back; null for another origin. */
  FactureHonorairesId: number | null;
  MandantId: number | null;
}

export const SANS_ORIGINE: OrigineDeVirement = {
  CompteRenduPartId: null,
  SoldeDepartId: null,
  AvanceRendueId: null,
  IntendanceId: null,
  FactureHonorairesId: null,
  MandantId: null,
};

/** Keeps only the origin of a transfer or of a sum. */
export const origineDe = ({
  CompteRenduPartId,
  SoldeDepartId,
  AvanceRendueId,
  IntendanceId,
  FactureHonorairesId,
  MandantId,
}: OrigineDeVirement): OrigineDeVirement => ({
  CompteRenduPartId,
  SoldeDepartId,
  AvanceRendueId,
  IntendanceId,
  FactureHonorairesId,
  MandantId,
});

const ORIGINES = Object.keys(SANS_ORIGINE) as (keyof OrigineDeVirement)[];

/** Whether two transfers pay the same sum. */
export const memeOrigine = (origine: OrigineDeVirement, autre: OrigineDeVirement): boolean =>
  ORIGINES.every((nom) => origine[nom] === autre[nom]);

export function genreDeVirement({
  CompteRenduPartId,
  SoldeDepartId,
  AvanceRendueId,
  IntendanceId,
  FactureHonorairesId,
}: Omit<OrigineDeVirement, "MandantId">): GenreVirement {
  if (CompteRenduPartId !== null) return "part";
  if (SoldeDepartId !== null) return "locataire";
  if (AvanceRendueId !== null) return "avance";
  if (FactureHonorairesId !== null) return "avoir";
  return IntendanceId === null ? "honoraires" : "fournisseur";
}
