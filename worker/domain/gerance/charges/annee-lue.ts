import type { Euros } from "../../montants.ts";
import type { Canal } from "../relances/relances.ts";
import type { DecompteDeCharges } from "./decompte-lu.ts";
import type { Exercice } from "./exercice.ts";

/** A lease of a dwelling that runs in an exercice, with its charges statement; euros. */
export interface BailDeLAnnee {
  DossierId: number;
  locataire: string;
  /** The default way to send the charges statement of the lease. */
  canal: Canal;
  decompte: DecompteDeCharges;
}

/** A dwelling in an exercice, with the charges that its owner keeps; euros. */
export interface LotDeLAnnee {
  AppartementId: number;
  /** The short name of the dwelling within its building: « 1er, porte gauche ». */
  appartement: string;
  /** The tenants whose lease runs today; none: the dwelling is vacant. */
  locataires: string[];
  surface: number | null;
  recuperable: Euros;
  /** The part of `recuperable` that the owner bears: days without a lease, leases with a lump sum. */
  proprietaire: Euros;
  joursVides: number;
  /** The tenants whose charges are a lump sum. */
  forfaits: string[];
  baux: BailDeLAnnee[];
}

export interface ChargesDeLAnnee {
  /** The name of the exercice (charges/README §16.1). */
  annee: number;
  exercice: Exercice;
  immeuble: { id: number; nom: string } | null;
  lots: LotDeLAnnee[];
  /** French sentences on the usual bills that nobody recorded for the exercice. */
  manques: string[];
}

/** A building, or a dwelling outside any building, in the list of a year; euros. */
export interface LigneDeLAnnee {
  genre: "immeuble" | "logement";
  /** The id of the building or of the dwelling, by `genre`. */
  id: number;
  nom: string;
  /** The family names of the tenants of a lone dwelling; null for a building. */
  locataires: string | null;
  /** The name of the exercice (charges/README §16.1). */
  annee: number;
  exercice: Exercice;
  lots: number;
  /** The number of leases that need a charges statement; `envoyes`: the statements sent, corrections not counted. */
  baux: number;
  envoyes: number;
  /**
   * The number of sent statements whose mail did not leave or may not have left; `aPoster`: the number of sent
   * statements whose letter is not noted as posted.
   */
  nonPartis: number;
  aPoster: number;
  recuperable: Euros;
}
