import type { Mois } from "../../dates.ts";
import type { LigneLue } from "../banque/releve.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";

/** A statement line still to match. */
export interface LigneARapprocher
  extends Pick<LigneLue, "date" | "montant" | "libelle" | "reference" | "tiers" | "rejet"> {
  id: number;
  /** The fingerprint that recognises the payer's account; null: the bank does not give the account. */
  empreinte: string | null;
  /** The account that it moved; absent: any account of rents. */
  CompteBancaireId?: number;
  /** The line of another file that is probably the same movement. */
  doublonDe: number | null;
}

/** The kinds of proposals for a line. */
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

/** The certainty of a proposal: A practically certain, B likely, C to check. */
export type Score = "A" | "B" | "C";

/** A proposal for a line, with its reason (rapprochement/README §12.9). */
export interface Proposition {
  genre: GenreProposition;
  score: Score;
  /** It is applied without asking: it is certain, and nothing forbids it. */
  automatique: boolean;
  /** « Référence D000123 et montant exact ». */
  raison: string;
  /** The reasons why someone must check it, however sure it is. */
  reserves: string[];
  payeur: Payeur;
  mode: ModeReglement;
  parts: { DossierId: number; montant: Centimes }[];
  /** The months named by the label: they are settled first. */
  mois: Mois[];
  ReglementIds: number[];
  /** The transfers that the line shows. */
  VirementIds?: number[];
  /** The expenses that the line pays, or the one whose supplier gives some back. */
  DepenseIds?: number[];
  /** The agency's own money that the line shows. */
  ApportId?: number;
  /** The lines of the sums that waited, and that the line pays back. */
  SommeIds?: number[];
  /** The invoice of fees that the line pays, or the credit note that it pays back. */
  FactureId?: number;
}

/** What a proposal says that settles nothing of a tenant: a transfer with this third person. */
export const sansLocataire = (payeur: Payeur) =>
  ({
    reserves: [],
    payeur,
    mode: "virement",
    parts: [],
    mois: [],
    ReglementIds: [],
  }) satisfies Partial<Proposition>;
