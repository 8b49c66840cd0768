import { aujourdhui, formatInstant, formatJour, type Jour } from "../dates.ts";

// The limits on a mandate while its principal may withdraw, and after he did (signature/README §18.9).

/** The length of a day `AAAA-MM-JJ`: a withdrawal by link has an instant, one by letter only the day it was sent. */
const JOUR_ECRIT = 10;

const estUnJour = (retracteeLe: string): boolean => retracteeLe.length === JOUR_ECRIT;

/** The day of a withdrawal. */
export const jourDeRetractation = (retracteeLe: string): Jour =>
  estUnJour(retracteeLe) ? retracteeLe : aujourdhui(new Date(retracteeLe));

/** A withdrawal in words: « 05/03/2026 14:30 », or « 05/03/2026 » for a letter, whose hour is unknown. */
export const retractationEnMots = (retracteeLe: string): string =>
  estUnJour(retracteeLe) ? formatJour(retracteeLe) : formatInstant(new Date(retracteeLe));

/**
 * The refusals to mark the price of a caretaking mission as paid: its principal may still withdraw, or withdrew and
 * owes nothing.
 */
export const REFUS_DE_REGLER = {
  retractable:
    "Le mandant peut encore se rétracter de cet ordre\u00A0: son prix ne se règle pas avant la fin de ce délai.",
  retracte: "Le mandant s’est rétracté de cet ordre\u00A0: aucun prix n’est dû.",
} as const;

/** A mandate before its fees are invoiced. */
export interface MandatAFacturer {
  /** The last day on which the principal may withdraw; null when no such day is to come. */
  retractable: Jour | null;
  /** When the principal withdrew, without having asked for an early start; null when fees are due. */
  retracteeLe: string | null;
}

/** Why no fee of a mandate is invoiced now, in a sentence; null when nothing forbids it. */
export function refusDeFacturer({ retractable, retracteeLe }: MandatAFacturer): string | null {
  if (retracteeLe !== null)
    return `Le mandant s’est rétracté le ${formatJour(jourDeRetractation(retracteeLe))}\u00A0: aucun honoraire n’est dû.`;
  if (retractable !== null)
    return `Le mandant peut se rétracter jusqu’au ${formatJour(retractable)}\u00A0: aucun honoraire ne se facture avant la fin de ce délai.`;
  return null;
}
