import type { TypeDocument } from "../fichiers/document.ts";
import type { EntiteSignee } from "../fichiers/fichier.ts";
import type { BlocFige } from "./blocs.ts";
import type { CaseACocher } from "./cases.ts";
import type { EtatDeLien, EtatDemande, Role } from "./demande.ts";
import type { Identite, LieuDeSignature } from "./preuve.ts";

// The requests and answers of the calls of signature (signature/README §18.5). Instants in ISO 8601, days `YYYY-MM-DD`.

/** Drawn strokes: each a list of points, in hundredths of the width of the pad. */
export type Trace = [number, number][][];

/** A paper put to signature, as its lists have it. */
export interface DemandeRow {
  id: number;
  type: TypeDocument;
  /** « Contrat de location » */
  intitule: string;
  /** « Contrat de location D000123 » */
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
  /** SHA-256 of what is read, and of the sealed file. */
  empreinte: string;
  empreinteScellee: string | null;
  /** The answer of a timestamp authority about the seal, or that it did not answer; null: none was asked. */
  horodatage: { le: string; autorite: string } | { manque: string } | null;
  /** Signed addresses under `/files/`; null once the file was erased. */
  url: string | null;
  urlScelle: string | null;
  /** A record that the paper was made from has changed since; the paper does not show the change. */
  ficheChangee: boolean;
  retractationJusqua: string | null;
  retracteeLe: string | null;
  user: string | null;
  version: number;
  signataires: SignataireRow[];
}

/** A signer, as staff see him. */
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

/** A line of its history. */
export interface EvenementDeDemande {
  id: number;
  etat: string;
  user: string | null;
  details: Record<string, unknown> | null;
  createdAt: string;
}

/** A request, with what happened to it. */
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

/** The answer before a paper is put to signature: what it still needs. */
export interface PreparationDeSignature {
  titre: string;
  /** The reasons that forbid it, in sentences. */
  blocages: string[];
  avertissements: string[];
  lieu: LieuDeSignature;
  signataires: SignatairePropose[];
  /** The sum that a guarantor or a debtor must write himself, in euros; null when nobody must. */
  mention: { montant: number } | null;
  /** The request that is open for this paper. */
  enCours: number | null;
}

/** A frozen paper, to be read before it is signed. */
export interface DocumentLu {
  titre: string;
  blocs: BlocFige[];
  pages: number;
  /** How many of the last pages are joined files, which are read in the file itself. */
  pagesJointes: number;
  octets: number;
  empreinte: string;
  /** The sentence to agree to. */
  consentement: string;
}

/** The page of a link before its code is given. */
export interface LienDeSignature {
  agenceNom: string;
  agenceEmail: string;
  agenceTel: string;
  /** `data:` address. */
  logo: string | null;
  titre: string;
  nom: string;
  role: Role;
  etat: EtatDeLien;
  /** Masked. */
  mail: string;
  /** The instant until which the code sent is valid. */
  codeJusqua: string | null;
}

/** The paper as a signer reads it during a visit. */
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
    /** The sum in euros, and the model of the words that the signer types himself. */
    mention: { montant: number; modele: string } | null;
  };
  /** The lease that a guarantor guarantees, under `GET /Signature/annexe`. */
  annexe: { titre: string; empreinte: string } | null;
  autres: { nom: string; role: Role; etat: "signe" | "refuse" | "attendu" }[];
  etat: EtatDeLien;
  blocs: BlocFige[];
  consentement: string;
  cases: CaseACocher[];
}
