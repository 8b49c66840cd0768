import type { Mois } from "../../dates.ts";
import { enEuros } from "../../montants.ts";
import type { LigneReleveRow } from "../banque/releve-fiche.ts";
import type { EtatReglement, ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { GenreProposition, Proposition, Score } from "./proposition.ts";

/** The state of a statement line; `a_identifier`: its money is kept apart until its payer is known. */
export const ETATS_LIGNE = {
  a_rapprocher: "À rapprocher",
  a_identifier: "À identifier",
  rapprochee: "Rapprochée",
  ecartee: "Écartée",
} as const;

export type EtatLigne = keyof typeof ETATS_LIGNE;

/** The words beside a line whose money is kept apart. */
export const A_IDENTIFIER = "À identifier";

/** The words beside a line whose money waited, and was paid back since. */
export const RENDUE = "Rendue";

/** The usual reasons to set a line aside. */
export const MOTIFS_ECART = [
  "Reversement",
  "Frais bancaires",
  "Virement interne",
  "Hors gérance",
] as const;

/** The reason to set aside a line that another file has already told. */
export const MOTIF_DE_DOUBLON = "Déjà sur un autre relevé";

/** The reason to set aside a line whose proposal does not concern tenants. */
export const ECART_DE_GENRE: Partial<Record<GenreProposition, (typeof MOTIFS_ECART)[number]>> = {
  reversement: "Reversement",
  frais: "Frais bancaires",
};

/** The dwelling and the tenants of a dossier. */
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
  ApportId?: number;
  SommeIds?: number[];
  FactureId?: number;
}

/** An expense paid by a line; euros. */
export interface DepenseDeLigne {
  id: number;
  intitule: string;
  fournisseur: string | null;
  montant: number;
}

/** An invoice of fees that a line pays, or a credit note that it pays back; euros. */
export interface FactureDeLigne {
  id: number;
  numero: string;
  acheteur: string;
  montant: number;
}

/** A transfer to an owner that a line shows or returns; euros. */
export interface VirementDeLigne {
  id: number;
  ReversementId: number;
  reference: string;
  titulaire: string;
  montant: number;
  rendu: boolean;
}

/** A payment that a line creates or proves; euros. */
export interface ReglementDeLigne extends DossierNomme {
  id: number;
  numero: string;
  montant: number;
  etat: EtatReglement;
}

/** A statement line with its proposals, or with its result; euros. */
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
  factures: FactureDeLigne[];
}

/** The count of lines in each state, and their sum in euros. */
export type LignesComptees = Record<EtatLigne | "automatique", { nombre: number; montant: number }>;

/** A proposal in the words of the wire. */
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
