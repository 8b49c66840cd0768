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
  /** The name of the dwelling among those of its building. */
  appartement: string;
  /** The tenants whose lease runs today; none: the dwelling is vacant. */
  locataires: string[];
  surface: number | null;
  recuperable: Euros;
  /** The part that no tenant owes back: days without a lease, leases with a lump sum. */
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
  /** The usual bills that nobody noted, in French sentences. */
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
  /** The number of leases whose charges are settled; `envoyes`: the number of statements sent. */
  baux: number;
  envoyes: number;
  /**
   * The statements sent whose mail did not leave; `aPoster`: the statements sent whose letter is not noted as posted.
   */
  nonPartis: number;
  aPoster: number;
  recuperable: Euros;
}
