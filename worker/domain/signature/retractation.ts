import { ajouterJours, aujourdhui, formatInstant, formatJour, type Jour } from "../dates.ts";
import { jourOuvrable } from "../jours-feries.ts";

// The right of a consumer to withdraw from a mandate: its last day, and the acts that it forbids the agency
// (signature/README §18.9).

/**
 * The last day on which a consumer may withdraw (null: no right to withdraw), and the day or instant of the
 * withdrawal (null: none).
 */
export interface Retractable {
  retractationJusqua: Jour | null;
  retracteeLe: string | null;
}

/** Whether a consumer may still withdraw on a day. */
export const peutSeRetracter = (
  { retractationJusqua, retracteeLe }: Retractable,
  today: Jour,
): boolean => retractationJusqua !== null && retracteeLe === null && today <= retractationJusqua;

/**
 * The last day on which a consumer may withdraw (Code de la consommation, art. L. 221-18 and L. 221-19): `jours` days
 * after the day of signature, or the next working day.
 */
export const finDeRetractation = (signature: Jour, jours: number): Jour =>
  jourOuvrable(ajouterJours(signature, jours));

/** The length of `AAAA-MM-JJ`: a withdrawal by letter has only a day, a withdrawal by link has an instant. */
const JOUR_ECRIT = 10;

const estUnJour = (retracteeLe: string): boolean => retracteeLe.length === JOUR_ECRIT;

/** The day of a withdrawal. @param retracteeLe a day or an instant */
export const jourDeRetractation = (retracteeLe: string): Jour =>
  estUnJour(retracteeLe) ? retracteeLe : aujourdhui(new Date(retracteeLe));

/** A withdrawal in words: « 05/03/2026 14:30 », or « 05/03/2026 » for a letter. */
export const retractationEnMots = (retracteeLe: string): string =>
  estUnJour(retracteeLe) ? formatJour(retracteeLe) : formatInstant(new Date(retracteeLe));

/** The refusals to mark a caretaking mission as paid: its principal may still withdraw, or has withdrawn. */
export const REFUS_DE_REGLER = {
  retractable:
    "Le mandant peut encore se rétracter de cet ordre\u00A0: son prix ne se règle pas avant la fin de ce délai.",
  retracte: "Le mandant s’est rétracté de cet ordre\u00A0: aucun prix n’est dû.",
} as const;

/** The withdrawal facts of a mandate whose fees are to be invoiced. */
export interface MandatAFacturer {
  /** The last day to withdraw, today or later; null when nobody may withdraw any more. */
  retractable: Jour | null;
  /** The day or instant of a withdrawal that leaves no fee due; else null. */
  retracteeLe: string | null;
}

/** The French reason not to invoice the fees of a mandate now; null when they may be invoiced. */
export function refusDeFacturer({ retractable, retracteeLe }: MandatAFacturer): string | null {
  if (retracteeLe !== null)
    return `Le mandant s’est rétracté le ${formatJour(jourDeRetractation(retracteeLe))}\u00A0: aucun honoraire n’est dû.`;
  if (retractable !== null)
    return `Le mandant peut se rétracter jusqu’au ${formatJour(retractable)}\u00A0: aucun honoraire ne se facture avant la fin de ce délai.`;
  return null;
}
