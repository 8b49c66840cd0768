import type { Mois } from "../../dates.ts";
import type { LigneLue } from "../banque/releve.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";

/** A line of a statement that nothing was made of yet. */
export interface LigneARapprocher
  extends Pick<LigneLue, "date" | "montant" | "libelle" | "reference" | "tiers" | "rejet"> {
  id: number;
  /** By what the account of who paid is known again; null: the bank does not say. */
  empreinte: string | null;
  /** The account that it moved; absent: any of those of rents. */
  CompteBancaireId?: number;
  /** A line of another file that is probably the same movement. */
  doublonDe: number | null;
}

/** What a line may be. */
export const GENRES_PROPOSITION = {
  reglement: "Règlement",
  cheques: "Remise de chèques",
  pointage: "Règlement déjà saisi",
  rejet: "Rejet",
  rejet_saisi: "Rejet déjà saisi",
  reversement: "Reversement",
  reversement_rendu: "Reversement rendu",
  depense: "Dépense",
  frais: "Frais bancaires",
} as const;

export type GenreProposition = keyof typeof GENRES_PROPOSITION;

/** How sure it is: A as good as certain, B likely, C to check. */
export type Score = "A" | "B" | "C";

/** What a line may be, and why (domain/README §12.9). */
export interface Proposition {
  genre: GenreProposition;
  score: Score;
  /** Done without being asked: certain, and nothing forbids it. */
  automatique: boolean;
  /** « Référence D000123 et montant exact ». */
  raison: string;
  /** Why someone must look at it, however sure it is. */
  reserves: string[];
  payeur: Payeur;
  mode: ModeReglement;
  parts: { DossierId: number; montant: Centimes }[];
  /** The months that the label names: they are settled first. */
  mois: Mois[];
  ReglementIds: number[];
  /** The transfers to owners that it is. */
  VirementIds?: number[];
  /** The expenses that it pays. */
  DepenseIds?: number[];
}
