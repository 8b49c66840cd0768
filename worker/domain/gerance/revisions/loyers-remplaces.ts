import type { LoyerDate } from "./loyers.ts";

/** The reasons written on rows of rent that a new provision replaced, and that a cancelled statement took back. */
export const NOUVELLE_PROVISION = "Nouvelle provision pour charges";
export const DECOMPTE_ANNULE = "Décompte de charges annulé";

export interface LoyerNote extends LoyerDate {
  motifAnnulation?: string | null;
}

/**
 * The row of the same day and change that a new provision replaced; null when it replaced none, or when that change
 * was undone since. Each cancelled statement undoes the last replacement, so the last replacement that is not undone
 * counts.
 */
export function remplaceePar<Ligne extends LoyerNote>(
  loyers: readonly Ligne[],
  { depuis, motif, rang }: LoyerNote,
): Ligne | null {
  const pile: Ligne[] = [];
  for (const ligne of loyers.toSorted((une, autre) => une.id - autre.id)) {
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
