import type { TypeDocument } from "../fichiers/document.ts";
import type { EntiteSignee } from "../fichiers/fichier.ts";
import type { BlocFige } from "./blocs.ts";
import type { CaseACocher } from "./cases.ts";
import type { EtatDeLien, EtatDemande, Role } from "./demande.ts";
import type { Identite, LieuDeSignature } from "./preuve.ts";

// The requests and answers of signature (signature/README §18.5): instants in ISO 8601, days `YYYY-MM-DD`.

/** The strokes of a drawn signature: lists of points, in hundredths of the width of the pad. */
export type Trace = [number, number][][];

export interface DemandeRow {
  id: number;
  type: TypeDocument;
  /** The kind of the paper: « Contrat de location ». */
  intitule: string;
  /** The title of the paper: « Contrat de location D000123 ». */
  titre: string;
  entite: EntiteSignee;
  entiteId: number;
  champ: string;
  DossierId: number | null;
  MissionId: number | null;
  lieu: LieuDeSignature;
  consommateur: boolean;
  etat: EtatDemande;
  createdAt: string;
  expireLe: string;
  annuleeLe: string | null;
  motif: string | null;
  remplaceeLe: string | null;
  scelleLe: string | null;
  pages: number;
  octets: number;
  /** The SHA-256 of the file read, and of the sealed file (null until the seal). */
  empreinte: string;
  empreinteScellee: string | null;
  /** The answer of a timestamp authority about the seal, or its failure; null: no timestamp was requested. */
  horodatage: { le: string; autorite: string } | { manque: string } | null;
  /**
   * Signed URLs under `/files/`, of the file read and of the sealed file; null once the file is erased, or until the
   * seal.
   */
  url: string | null;
  urlScelle: string | null;
  /** The request is open, and a record that the paper was made from has changed since. */
  ficheChangee: boolean;
  retractationJusqua: string | null;
  retracteeLe: string | null;
  user: string | null;
  version: number;
  signataires: SignataireRow[];
}

export interface SignataireRow {
  id: number;
  rang: number;
  role: Role;
  nom: string;
  qualite: string | null;
  mail: string | null;
  identite: Identite | null;
  aSonTour: boolean;
  envoyeLe: string | null;
  vuLe: string | null;
  luLe: string | null;
  signeLe: string | null;
  refuseLe: string | null;
  motif: string | null;
  rappeleLe: string | null;
  mentionDemandee: boolean;
  gardeDiscussion: boolean | null;
}

export interface EvenementDeDemande {
  id: number;
  etat: string;
  user: string | null;
  details: Record<string, unknown> | null;
  createdAt: string;
}

export interface DemandeDetail extends DemandeRow {
  evenements: EvenementDeDemande[];
}

/** A signer proposed from the records. */
export interface SignatairePropose {
  role: Role;
  rang: number;
  nom: string;
  qualite: string | null;
  mail: string | null;
}

/** The answer before a paper is opened for signature: the faults of the paper, and the signers proposed. */
export interface PreparationDeSignature {
  titre: string;
  /** The French reasons why the paper may not be opened for signature. */
  blocages: string[];
  avertissements: string[];
  lieu: LieuDeSignature;
  signataires: SignatairePropose[];
  /** The sum that a guarantor or a debtor must write himself, in euros; null when nobody must. */
  mention: { montant: number } | null;
  /** The id of the request already open for the paper; null without one. */
  enCours: number | null;
}

/** The text of a frozen paper, to read before signing. */
export interface DocumentLu {
  titre: string;
  blocs: BlocFige[];
  pages: number;
  /** The number of pages at the end that come from joined files; the signers read these pages in the file itself. */
  pagesJointes: number;
  octets: number;
  empreinte: string;
  consentement: string;
}

/** The content of the page that a link opens, before the signer types the code. */
export interface LienDeSignature {
  agenceNom: string;
  agenceEmail: string;
  agenceTel: string;
  /** The logo as a `data:` URL; null without a logo. */
  logo: string | null;
  titre: string;
  nom: string;
  role: Role;
  etat: EtatDeLien;
  /** The masked e-mail address of the signer. */
  mail: string;
  /** The instant at which the last code sent expires; null when no code sent opens the page any more. */
  codeJusqua: string | null;
}

/** The paper and its state as a signer reads them during a visit. */
export interface LectureDeSignataire {
  demande: {
    titre: string;
    intitule: string;
    pages: number;
    pagesJointes: number;
    octets: number;
    empreinte: string;
    lieu: LieuDeSignature;
    expireLe: string;
    scelleLe: string | null;
    retractationJusqua: string | null;
    retracteeLe: string | null;
  };
  signataire: {
    nom: string;
    role: Role;
    qualite: string | null;
    luLe: string | null;
    signeLe: string | null;
    refuseLe: string | null;
    /** The sum in euros, and the model of the mention that the signer types himself; null when he types none. */
    mention: { montant: number; modele: string } | null;
  };
  /** The lease guaranteed by the deed to sign, read at `GET /Signature/annexe`; null for another paper. */
  annexe: { titre: string; empreinte: string } | null;
  autres: { nom: string; role: Role; etat: "signe" | "refuse" | "attendu" }[];
  etat: EtatDeLien;
  blocs: BlocFige[];
  consentement: string;
  cases: CaseACocher[];
}
