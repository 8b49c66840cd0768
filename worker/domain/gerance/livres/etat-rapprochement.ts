import type { Jour } from "../../dates.ts";

interface Ensemble {
  nombre: number;
  /** Euros. */
  montant: number;
}

/** A bank account of rents on an evening: its balance in the books, and how that of the bank becomes it; euros. */
export interface BanqueUnSoir {
  id: number;
  nom: string;
  livres: number;
  /** Null while no statement says what the bank held. */
  etat: EtatDeRapprochement | null;
}

/** The steps from the balance told by a bank to the balance of the books (livres/README §12.14); euros. */
export interface EtatDeRapprochement {
  /** The day of the balance of the bank: the last one told, or the evening asked for. */
  au: Jour;
  banque: number;
  /** That balance is told by a proven statement (banque/README §12.5). */
  prouve: boolean;
  /** The lines still to match. */
  aRapprocher: Ensemble;
  /** Lines that were set aside: the books do not have them. */
  ecartees: Ensemble;
  /** The lines that only unproven files tell, beside a proven balance; those set aside are not counted. */
  nonProuvees: Ensemble;
  /** The sums in the books that no line of a statement shows, or showed that evening. */
  nonPointes: Ensemble;
  /** The sums that the bank showed that evening, and that the books have since: none today. */
  tardives: Ensemble;
  /** The balance before the first statement, less the opening balance of the books. */
  avant: number;
  /** The movements of statements that were not imported. */
  manquant: number;
  livres: number;
  /** The rest, which nothing above explains. */
  ecart: number;
}
