import { horsTaxe, montantTva, TVA_USUELLE } from "../montants.ts";

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

/**
 * The VAT rate included in the rent and charges of a lease, in percent; 0 under art. 293 B; null when unknown, or when
 * the lease is not of a parking space.
 */
export function tauxTvaDuLoyer({
  typeBail,
  regimeTva,
}: {
  typeBail: (typeof TYPES_BAIL)[number] | null;
  regimeTva: (typeof REGIMES_TVA)[number] | null;
}): number | null {
  if (typeBail !== "stationnement" || regimeTva === null) return null;
  return regimeTva === "franchise" ? 0 : TVA_USUELLE;
}

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

/**
 * The letting fees of a dossier before VAT, and their VAT, in euros: HT = TTC / (1 + rate / 100) rounded to the cent,
 * VAT = TTC − HT (domain/README §7.6).
 */
export function fraisDossier(dossier: {
  fraisDossierTTC?: number | null;
  fraisDossierTauxTVA: number;
}): { fraisDossierHT: number | null; fraisDossierTVA: number | null } {
  const ttc = dossier.fraisDossierTTC;
  if (ttc === null || ttc === undefined) return { fraisDossierHT: null, fraisDossierTVA: null };
  return {
    fraisDossierHT: horsTaxe(ttc, dossier.fraisDossierTauxTVA),
    fraisDossierTVA: montantTva(ttc, dossier.fraisDossierTauxTVA),
  };
}

/**
 * The legal regime of a lease: as given, or derived from the use as a main home (bail/README §3.1).
 *
 * @param rp the dwelling is the tenant's main home
 */
export function regime(dossier: { typeBail?: (typeof TYPES_BAIL)[number] | null }, rp: boolean) {
  return dossier.typeBail ?? (rp ? "nu" : "code_civil");
}

export type ModeCharges = (typeof MODES_CHARGES)[number];

/** How charges are paid; a mobility lease always has a lump sum (bail/README §3.5). */
export function modeCharges(
  regimeDuBail: (typeof TYPES_BAIL)[number] | null,
  chargesMode: ModeCharges | null | undefined,
): ModeCharges {
  return regimeDuBail === "mobilite" ? "forfait" : (chargesMode ?? "provisions");
}
