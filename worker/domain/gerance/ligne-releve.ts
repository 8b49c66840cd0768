import * as z from "zod/mini";
import type { Mois } from "../dates.ts";
import { choix, euros, identifiant, requis } from "../fields.ts";
import { enEuros } from "../montants.ts";
import type { GenreProposition, Proposition, Score } from "./proposition.ts";
import {
  type EtatReglement,
  MODES_REGLEMENT,
  type ModeReglement,
  PAYEURS,
  type Payeur,
} from "./reglement.ts";
import type { LigneReleveRow } from "./releve-fiche.ts";

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

/** What a proposal that is no matter of tenants sets a line aside for. */
export const ECART_DE_GENRE: Partial<Record<GenreProposition, (typeof MOTIFS_ECART)[number]>> = {
  reversement: "Reversement",
  frais: "Frais bancaires",
};

const PARTS_AU_PLUS = 100;
/** As many transfers as a batch has. */
const VIREMENTS_AU_PLUS = 4_000;

const part = z.strictObject({
  DossierId: identifiant(),
  montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
});

/**
 * What a line is: payments of these dossiers, or payments recorded already that it proves, credits or refuses, transfers to
 * owners that it makes or gives back, or expenses that it pays.
 */
export const demandeRapprochement = z.strictObject({
  parts: z.optional(
    z
      .array(part)
      .check(
        z.minLength(1, "Une part au moins est attendue."),
        z.maxLength(PARTS_AU_PLUS, `${PARTS_AU_PLUS} parts au plus.`),
      ),
  ),
  ReglementIds: z.optional(
    z
      .array(identifiant())
      .check(
        z.minLength(1, "Un règlement au moins est attendu."),
        z.maxLength(PARTS_AU_PLUS, `${PARTS_AU_PLUS} règlements au plus.`),
      ),
  ),
  VirementIds: z.optional(
    z
      .array(identifiant())
      .check(
        z.minLength(1, "Un virement au moins est attendu."),
        z.maxLength(VIREMENTS_AU_PLUS, `${VIREMENTS_AU_PLUS} virements au plus.`),
      ),
  ),
  DepenseIds: z.optional(
    z
      .array(identifiant())
      .check(
        z.minLength(1, "Une dépense au moins est attendue."),
        z.maxLength(PARTS_AU_PLUS, `${PARTS_AU_PLUS} dépenses au plus.`),
      ),
  ),
  payeur: z.optional(choix(Object.keys(PAYEURS) as Payeur[])),
  mode: z.optional(choix(Object.keys(MODES_REGLEMENT) as ModeReglement[])),
});

export type DemandeRapprochement = z.output<typeof demandeRapprochement>;

/** Why a line is set aside. */
export const demandeEcart = z.strictObject({ motif: requis(200) });

/** Which statement to take the sure lines of; absent: all. */
export const demandeCertaines = z.strictObject({ ReleveId: z.optional(identifiant()) });

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
