import type { Mois } from "../../dates.ts";

/** Who holds a deposit. */
export const DETENTEURS = { agence: "L’agence", bailleur: "Le bailleur" } as const;
export type Detenteur = keyof typeof DETENTEURS;

/** What a balance that is taken over is of. */
type Objet =
  | { genre: "mandant"; MissionId: number }
  | { genre: "banque"; CompteBancaireId: number }
  | { genre: "dette"; DossierId: number; mois?: Mois | null }
  | { genre: "avance" | "depot"; DossierId: number };

/** What two balances of one takeover may not share (domain/README §12.13). */
export function cleDeLigne(une: Objet): string {
  if (une.genre === "mandant") return `mandant ${une.MissionId}`;
  if (une.genre === "banque") return `banque ${une.CompteBancaireId}`;
  if (une.genre === "dette") return `dette ${une.DossierId} ${une.mois ?? ""}`;
  return `${une.genre} ${une.DossierId}`;
}
