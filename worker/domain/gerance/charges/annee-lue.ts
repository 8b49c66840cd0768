import type { Euros } from "../../montants.ts";
import type { DecompteDeCharges } from "../locataires/charges.ts";
import type { Canal } from "../relances/relances.ts";
import type { Exercice } from "./exercice.ts";

/** A lease of a dwelling in an exercice, with the statement of its charges; euros. */
export interface BailDeLAnnee {
  DossierId: number;
  locataire: string;
  /** How its statement leaves, unless somebody says otherwise. */
  canal: Canal;
  decompte: DecompteDeCharges;
}

/** A dwelling in an exercice: what its owner keeps of the charges, and why; euros. */
export interface LotDeLAnnee {
  AppartementId: number;
  appartement: string;
  recuperable: Euros;
  /** The part that no tenant owes back: days without a lease, lump sums. */
  proprietaire: Euros;
  joursVides: number;
  /** The tenants whose charges are a lump sum. */
  forfaits: string[];
  baux: BailDeLAnnee[];
}

/** The charges of a building, or of a dwelling that is of none, for an exercice. */
export interface ChargesDeLAnnee {
  annee: number;
  exercice: Exercice;
  immeuble: { id: number; nom: string } | null;
  lots: LotDeLAnnee[];
  /** The bills that such a dwelling usually has, and that nobody noted, in sentences. */
  manques: string[];
}

/** A building, or a dwelling that is of none, in the list of a year; euros. */
export interface LigneDeLAnnee {
  genre: "immeuble" | "logement";
  /** Of the building, or of the dwelling. */
  id: number;
  nom: string;
  exercice: Exercice;
  lots: number;
  /** The leases whose charges are settled, and the statements that were sent of them. */
  baux: number;
  envoyes: number;
  recuperable: Euros;
}
