import type { Mois } from "../../dates.ts";
import { enEuros } from "../../montants.ts";
import type { LigneReleveRow } from "../banque/releve-fiche.ts";
import type { EtatReglement, ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { GenreProposition, Proposition, Score } from "./proposition.ts";

/** Where a line of a statement stands: `a_identifier`, its money waits apart for whom it comes from. */
export const ETATS_LIGNE = {
  a_rapprocher: "À rapprocher",
  a_identifier: "À identifier",
  rapprochee: "Rapprochée",
  ecartee: "Écartée",
} as const;

export type EtatLigne = keyof typeof ETATS_LIGNE;

/** What one writes beside a line whose money waits. */
export const A_IDENTIFIER = "À identifier";

/** Why a line is usually set aside. */
export const MOTIFS_ECART = [
  "Reversement",
  "Frais bancaires",
  "Virement interne",
  "Hors gérance",
] as const;

/** Why a line is set aside that another file has told already. */
export const MOTIF_DE_DOUBLON = "Déjà sur un autre relevé";

/** What a proposal that is no matter of tenants sets a line aside for. */
export const ECART_DE_GENRE: Partial<Record<GenreProposition, (typeof MOTIFS_ECART)[number]>> = {
  reversement: "Reversement",
  frais: "Frais bancaires",
};

/** Whom a dossier is rented to, and what. */
export interface DossierNomme {
  DossierId: number;
  locataire: string;
  appartement: string;
}

/** {@link Proposition} as the wire has it: euros. */
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
}

/** An expense that a line paid; euros. */
export interface DepenseDeLigne {
  id: number;
  intitule: string;
  fournisseur: string | null;
  montant: number;
}

/** A transfer to an owner that a line made or gave back; euros. */
export interface VirementDeLigne {
  id: number;
  ReversementId: number;
  reference: string;
  titulaire: string;
  montant: number;
  rendu: boolean;
}

/** A payment that a line made or proves; euros. */
export interface ReglementDeLigne extends DossierNomme {
  id: number;
  numero: string;
  montant: number;
  etat: EtatReglement;
}

/** A line of a statement, what it may be, or what was made of it; euros. */
export interface LigneProposee extends Omit<LigneReleveRow, "etat"> {
  /** The name of its account. */
  compte: string;
  etat: EtatLigne;
  user: string | null;
  /** The months that its label names. */
  mois: Mois[];
  propositions: PropositionVue[];
  reglements: ReglementDeLigne[];
  virements: VirementDeLigne[];
  depenses: DepenseDeLigne[];
}

/** How many lines stand there, and their sum in euros. */
export type LignesComptees = Record<EtatLigne | "automatique", { nombre: number; montant: number }>;

/** A proposal in words of the wire. */
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
