import type { Mois } from "../../dates.ts";

export const DETENTEURS = { agence: "L’agence", bailleur: "Le bailleur" } as const;
export type Detenteur = keyof typeof DETENTEURS;

export const NATURES_REPRISES = {
  loyer: "loyer",
  charges: "charges",
  regularisation: "régularisation de charges",
  reparation: "réparations",
} as const;
export type NatureReprise = keyof typeof NATURES_REPRISES;

type Objet =
  | { genre: "mandant"; MissionId: number }
  | { genre: "banque"; CompteBancaireId: number }
  | { genre: "dette"; DossierId: number; mois?: Mois | null; nature?: NatureReprise | null }
  | { genre: "avance" | "depot"; DossierId: number };

/** The key of an opening balance; two balances may not share it (reprise/README §12.13). */
export function cleDeLigne(ligne: Objet): string {
  if (ligne.genre === "mandant") return `mandant ${ligne.MissionId}`;
  if (ligne.genre === "banque") return `banque ${ligne.CompteBancaireId}`;
  if (ligne.genre === "dette") {
    return [
      `dette ${ligne.DossierId} ${ligne.mois ?? ""}`,
      ...(ligne.nature ? [ligne.nature] : []),
    ].join(" ");
  }
  return `${ligne.genre} ${ligne.DossierId}`;
}
