import type { Mois } from "../../dates.ts";
import type { LigneLue } from "../banque/releve.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";

/** A bank statement line not matched yet; cents. */
export interface LigneARapprocher
  extends Pick<LigneLue, "date" | "montant" | "libelle" | "reference" | "tiers" | "rejet"> {
  id: number;
  /** The fingerprint of the payer's bank account; null: the bank does not give that account. */
  empreinte: string | null;
  /** The agency's bank account; absent: any bank account of rents. */
  CompteBancaireId?: number;
  /** The id of the line of another file that is probably the same movement; null without one. */
  doublonDe: number | null;
}

export const GENRES_PROPOSITION = {
  reglement: "Règlement",
  cheques: "Remise de chèques",
  pointage: "Règlement déjà saisi",
  rejet: "Rejet",
  rejet_saisi: "Rejet déjà saisi",
  reversement: "Reversement",
  reversement_rendu: "Reversement rendu",
  depense: "Dépense",
  remboursement: "Remboursement d’un fournisseur",
  apport: "Apport de l’agence",
  apport_repris: "Apport repris par l’agence",
  somme_rendue: "Somme en attente rendue",
  facture: "Facture d’honoraires",
  avoir: "Avoir d’honoraires rendu",
  frais: "Frais bancaires",
} as const;

export type GenreProposition = keyof typeof GENRES_PROPOSITION;

/** The certainty of a proposal: A almost certain, B likely, C to check. */
export type Score = "A" | "B" | "C";

/** A possible meaning of a bank statement line, with its reason (rapprochement/README §12.9). */
export interface Proposition {
  genre: GenreProposition;
  score: Score;
  /** The proposal is applied without asking anybody. */
  automatique: boolean;
  /** The reason in French: « Référence D000123 et montant exact ». */
  raison: string;
  /** The French reasons why somebody must check the proposal. */
  reserves: string[];
  payeur: Payeur;
  mode: ModeReglement;
  parts: { DossierId: number; montant: Centimes }[];
  /** The months that the label names: the payment settles them first. */
  mois: Mois[];
  ReglementIds: number[];
  /** The transfers that the line shows. */
  VirementIds?: number[];
  /** The expenses that the line pays, or the expense that a supplier refunds. */
  DepenseIds?: number[];
  /** The sum of the agency's own money that the line shows. */
  ApportId?: number;
  /** The lines that brought the unidentified sums which this line sends back. */
  SommeIds?: number[];
  /** The invoice of fees that the line pays, or the credit note that the line pays back. */
  FactureId?: number;
}

/**
 * The fields of a proposal that concerns no tenant: the lists are empty, and the mode is a transfer.
 * @param payeur the value of the field `payeur`
 */
export const sansLocataire = (payeur: Payeur) =>
  ({
    reserves: [],
    payeur,
    mode: "virement",
    parts: [],
    mois: [],
    ReglementIds: [],
  }) satisfies Partial<Proposition>;
