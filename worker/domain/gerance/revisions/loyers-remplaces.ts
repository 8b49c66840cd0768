import type { LoyerDate } from "./loyers.ts";

/**
 * The reasons written on cancelled rows of rent: a new provision replaced the row, or the row had a new provision
 * whose statement of charges was cancelled.
 */
export const NOUVELLE_PROVISION = "Nouvelle provision pour charges";
export const DECOMPTE_ANNULE = "Décompte de charges annulé";

export interface LoyerNote extends LoyerDate {
  motifAnnulation?: string | null;
}

/**
 * The last row that a new provision replaced, among the rows of the same day and change as the given row; null when
 * no replacement remains. Each cancelled statement of charges undoes the last replacement still in place.
 */
export function remplaceePar<Ligne extends LoyerNote>(
  loyers: readonly Ligne[],
  { depuis, motif, rang }: LoyerNote,
): Ligne | null {
  const pile: Ligne[] = [];
  for (const ligne of loyers.toSorted((premiere, autre) => premiere.id - autre.id)) {
    const sienne =
      ligne.depuis === depuis &&
      ligne.rang === rang &&
      (ligne.motif === "revision") === (motif === "revision");
    if (ligne.annuleLe === null || !sienne) continue;
    if (ligne.motifAnnulation === NOUVELLE_PROVISION) pile.push(ligne);
    if (ligne.motifAnnulation === DECOMPTE_ANNULE) pile.pop();
  }
  return pile.at(-1) ?? null;
}
