import type { Jour } from "../../dates.ts";

interface Ensemble {
  nombre: number;
  montant: number;
}

/**
 * A bank account of rents at the end of a day: its balance in the books, and the comparison with the bank's balance;
 * euros.
 */
export interface BanqueUnSoir {
  id: number;
  nom: string;
  livres: number;
  /** The comparison with the bank; null when no bank statement gives a balance. */
  etat: EtatDeRapprochement | null;
}

/** The steps from the balance that the bank gives to the balance of the books (livres/README §12.14); euros. */
export interface EtatDeRapprochement {
  /**
   * The day of the bank's balance: the last day of the last statement or, when it comes earlier, the evening that the
   * caller asks about.
   */
  au: Jour;
  banque: number;
  /** Whether the bank's balance comes from a proven statement (banque/README §12.5). */
  prouve: boolean;
  /** The statement lines not matched yet. */
  aRapprocher: Ensemble;
  /** The statement lines that somebody set aside: the books do not hold them. */
  ecartees: Ensemble;
  /**
   * The lines that only unproven statements show, when the bank's balance comes from a proven statement; lines set
   * aside are left out.
   */
  nonProuvees: Ensemble;
  /** The sums in the books that no statement line showed by the evening that the caller asks about. */
  nonPointes: Ensemble;
  /**
   * The sums that the bank showed by the evening that the caller asks about, and that the books hold only later; none
   * when that evening is today.
   */
  tardives: Ensemble;
  /** The balance before the first statement, less the opening balance of the books. */
  avant: number;
  /** The movements of statements that nobody imported. */
  manquant: number;
  livres: number;
  /** The part of the difference that no step explains. */
  ecart: number;
}
