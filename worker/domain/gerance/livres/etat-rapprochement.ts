import type { Jour } from "../../dates.ts";

interface Ensemble {
  nombre: number;
  /** Euros. */
  montant: number;
}

/** The steps from the balance told by a bank to the balance of the books (livres/README §12.14); euros. */
export interface EtatDeRapprochement {
  /** The day of the last balance told. */
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
  /** The sums in the books that no line of a statement shows. */
  nonPointes: Ensemble;
  /** The balance before the first statement, less the opening balance of the books. */
  avant: number;
  /** The movements of statements that were not imported. */
  manquant: number;
  livres: number;
  /** The rest, which nothing above explains. */
  ecart: number;
}
