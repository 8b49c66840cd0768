import type { Role } from "./demande.ts";
import type { LieuDeSignature } from "./preuve.ts";

/** The boxes to tick under a mandate that a consumer signs away from the agency (Code de la consommation). */
export const CASES = {
  formulaire:
    "J’ai reçu les informations sur mon droit de rétractation et le formulaire qui permet de l’exercer (article L.\u00A0221-5).",
  execution:
    "Je demande que la mission commence avant la fin du délai de rétractation (article L.\u00A0221-25).",
} as const;
export type Case = keyof typeof CASES;

export interface CaseACocher {
  cle: Case;
  texte: string;
  obligatoire: boolean;
}

/** The boxes under a paper for a signer; empty for a signer to whom the law gives no right to withdraw. */
export const casesDe = (
  { lieu, consommateur }: { lieu: LieuDeSignature; consommateur: boolean },
  role: Role,
): CaseACocher[] =>
  seRetracte({ lieu, consommateur }, role)
    ? [
        { cle: "formulaire", texte: CASES.formulaire, obligatoire: true },
        { cle: "execution", texte: CASES.execution, obligatoire: false },
      ]
    : [];

/**
 * Whether the law lets a signer withdraw afterwards (Code de la consommation, art. L. 221-18): a consumer who gives
 * the agency a mandate at a distance or off its premises.
 */
export const seRetracte = (
  { lieu, consommateur }: { lieu: LieuDeSignature; consommateur: boolean },
  role: Role,
): boolean => role === "mandant" && consommateur && lieu !== "agence";
