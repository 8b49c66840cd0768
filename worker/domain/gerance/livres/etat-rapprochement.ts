import type { Jour } from "../../dates.ts";

interface Ensemble {
  nombre: number;
  /** Euros. */
  montant: number;
}

/** How the balance that a bank tells becomes that of the books (domain/README §12.14); euros. */
export interface EtatDeRapprochement {
  /** The day of the last balance told. */
  au: Jour;
  banque: number;
  /** A proven statement tells that balance (domain/README §12.5). */
  prouve: boolean;
  /** Lines of which nothing was made yet. */
  aRapprocher: Ensemble;
  /** Lines that were set aside: the books do not have them. */
  ecartees: Ensemble;
  /** Lines that unproven files alone tell, but for those set aside, beside a balance that is proven. */
  nonProuvees: Ensemble;
  /** What the books have and no line of a statement shows. */
  nonPointes: Ensemble;
  /** What lay there before the first statement, less what the books began with. */
  avant: number;
  /** What statements that were not imported moved. */
  manquant: number;
  livres: number;
  /** What none of this explains. */
  ecart: number;
}
