import type { Mois } from "../../dates.ts";
import { enEuros } from "../../montants.ts";
import type { LigneReleveRow } from "../banque/releve-fiche.ts";
import type { EtatReglement, ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { GenreProposition, Proposition, Score } from "./proposition.ts";

/** The states of a bank statement line; `a_identifier`: its money is booked apart until its payer is known. */
export const ETATS_LIGNE = {
  a_rapprocher: "À rapprocher",
  a_identifier: "À identifier",
  rapprochee: "Rapprochée",
  ecartee: "Écartée",
} as const;

export type EtatLigne = keyof typeof ETATS_LIGNE;

/** The words beside a line whose payer is unknown. */
export const A_IDENTIFIER = "À identifier";

/** The words beside a line whose unidentified money was sent back. */
export const RENDUE = "Rendue";

export const MOTIFS_ECART = [
  "Reversement",
  "Frais bancaires",
  "Virement interne",
  "Hors gérance",
] as const;

/** The reason to set aside a line that another imported file already contains. */
export const MOTIF_DE_DOUBLON = "Déjà sur un autre relevé";

/** The reason proposed to set a line aside, by the kind of its proposal. */
export const ECART_DE_GENRE: Partial<Record<GenreProposition, (typeof MOTIFS_ECART)[number]>> = {
  reversement: "Reversement",
  frais: "Frais bancaires",
};

/** A dossier with the names of its tenants and of its dwelling. */
export interface DossierNomme {
  DossierId: number;
  locataire: string;
  appartement: string;
}

/** A {@link Proposition} on the wire: euros, and the names of the dossiers. */
export interface PropositionVue {
  genre: GenreProposition;
  score: Score;
  raison: string;
  reserves: string[];
  payeur: Payeur;
  mode: ModeReglement;
  parts: (DossierNomme & { montant: number })[];
  ReglementIds: number[];
  VirementIds?: number[];
  DepenseIds?: number[];
  ApportId?: number;
  SommeIds?: number[];
  FactureId?: number;
}

/** An expense that a bank statement line pays; euros. */
export interface DepenseDeLigne {
  id: number;
  intitule: string;
  fournisseur: string | null;
  montant: number;
}

/** An invoice of fees that a bank statement line pays, or a credit note that the line pays back; euros. */
export interface FactureDeLigne {
  id: number;
  numero: string;
  acheteur: string;
  montant: number;
}

/** A transfer that a bank statement line shows or returns; euros. */
export interface VirementDeLigne {
  id: number;
  ReversementId: number;
  reference: string;
  titulaire: string;
  montant: number;
  rendu: boolean;
}

/** A payment that a bank statement line creates or proves; euros. */
export interface ReglementDeLigne extends DossierNomme {
  id: number;
  numero: string;
  montant: number;
  etat: EtatReglement;
}

/** A bank statement line with its proposals or, once it is matched, with its match; euros. */
export interface LigneProposee extends Omit<LigneReleveRow, "etat"> {
  /** The name of the bank account. */
  compte: string;
  etat: EtatLigne;
  user: string | null;
  /** The months named in the label. */
  mois: Mois[];
  propositions: PropositionVue[];
  reglements: ReglementDeLigne[];
  virements: VirementDeLigne[];
  depenses: DepenseDeLigne[];
  factures: FactureDeLigne[];
}

/** The number of lines in each state, and their sum in euros; `automatique`: the lines matched without a person. */
export type LignesComptees = Record<EtatLigne | "automatique", { nombre: number; montant: number }>;

/**
 * Turns a proposal from cents into euros, with the names of its dossiers.
 * @param noms the names, by id of dossier
 */
export const vueDeProposition = (
  { parts, mois: _mois, automatique: _automatique, ...proposition }: Proposition,
  noms: ReadonlyMap<number, DossierNomme>,
): PropositionVue => ({
  ...proposition,
  parts: parts.map(({ DossierId, montant }) => ({
    ...(noms.get(DossierId) ?? { DossierId, locataire: "", appartement: "" }),
    montant: enEuros(montant),
  })),
});
