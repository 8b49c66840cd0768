import type { Jour, Mois } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ReleveCompteur } from "./compteurs.ts";
import type { EnvoiDuDecompte } from "./decompte-lu.ts";
import type { Exercice } from "./exercice.ts";
import type { BailACharges, DepenseRecuperable } from "./partage.ts";

/** The figures that a sent charges statement freezes; cents. */
export interface SoldeFige {
  total: Centimes;
  provisions: Centimes;
  ailleurs: Centimes | null;
}

/** The facts of a dwelling and a year from which the charges statement of one lease is worked out; cents. */
export interface DonneesDeCharges {
  exercice: Exercice;
  /** The name of the exercice; absent: the year of its last day. */
  annee?: number;
  DossierId: number;
  baux: readonly BailACharges[];
  depenses: readonly DepenseRecuperable[];
  /** Whether the rent of the lease includes charges on some day of the exercice. */
  provisionnee: boolean;
  releves?: readonly ReleveCompteur[];
  /** The months of the exercice for which the lease was called charges. */
  moisAppeles: readonly Mois[];
  /** The provisions of the exercice called outside this product; null: nobody gave them. */
  ailleurs: Centimes | null;
  /**
   * How many bills to warn about. The statement leaves out the bills without a day (`sansDate`) and the calls of the
   * syndic, the building's manager (`appelsDuSyndic`). It counts the bills not noted as paid (`nonPayees`).
   */
  ecartees: { sansDate: number; nonPayees: number; appelsDuSyndic: number };
  /** The balance as it was called from the tenant; null while it is not called. */
  appelee: { montant: Centimes; exigibleLe: Jour; le: Jour } | null;
  /** The last statement sent and not cancelled, with the figures frozen on that day; absent or null without one. */
  envoye?: (EnvoiDuDecompte & { fige: SoldeFige }) | null;
  /** The day on which the tenant would get a statement sent today; absent: today. */
  arriveLe?: Jour;
  /** The first day of a new provision; `actuelle`: the monthly charges called on that day without a new provision. */
  provision?: { depuis: Jour; actuelle: Centimes };
  sansBailleur?: boolean;
  /**
   * The last day of the management mandate; absent or null: the mandate has no end, there is no mandate, or the
   * agency keeps no books.
   */
  finDuMandat?: Jour | null;
  /** The days whose charges were already settled with the tenant's departure, and the day of that settlement. */
  soldees?: { du: Jour; au: Jour; le: Jour } | null;
  /**
   * The last statement sent for another exercice that has some of the same days, for example because the building
   * moved the first day of its exercices; null without one.
   */
  reglees?: { du: Jour; au: Jour; le: Jour } | null;
}
