import type { TypeDocument } from "../fichiers/document.ts";
import type { EntiteSignee } from "../fichiers/fichier.ts";
import type { BlocFige } from "./blocs.ts";
import type { CaseACocher } from "./cases.ts";
import type { EtatDeLien, EtatDemande, Role } from "./demande.ts";
import type { Identite, LieuDeSignature } from "./preuve.ts";

// What the calls of signature give and take (signature/README §18.5). Instants in ISO 8601, days `YYYY-MM-DD`.

/** Drawn strokes: each a list of places, in hundredths of the width of the pad. */
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
  /** What an authority said of the instant of the seal, or that it did not answer; null: none was asked. */
  horodatage: { le: string; autorite: string } | { manque: string } | null;
  /** Signed addresses under `/files/`; null once the file was erased. */
  url: string | null;
  urlScelle: string | null;
  /** A record that the paper was made from has changed since: it does not tell so. */
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

/** What a paper would need to be put to signature. */
export interface PreparationDeSignature {
  titre: string;
  /** What forbids it, in sentences. */
  blocages: string[];
  avertissements: string[];
  lieu: LieuDeSignature;
  signataires: SignatairePropose[];
  /** The sum that a guarantor or a debtor writes himself, in euros; null: nobody writes any. */
  mention: { montant: number } | null;
  /** The request that is open for this paper. */
  enCours: number | null;
}

/** A frozen paper, to be read before it is signed. */
export interface DocumentLu {
  titre: string;
  blocs: BlocFige[];
  pages: number;
  /** The last of these pages, of joined files: they are read in the file. */
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
  /** The instant until which the code that was sent holds. */
  codeJusqua: string | null;
}

/** What a signer on a visit reads. */
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
    /** The sum, in euros, and the model of the words that he types himself. */
    mention: { montant: number; modele: string } | null;
  };
  /** The lease that a guarantor answers for, under `GET /Signature/annexe`. */
  annexe: { titre: string; empreinte: string } | null;
  autres: { nom: string; role: Role; etat: "signe" | "refuse" | "attendu" }[];
  etat: EtatDeLien;
  blocs: BlocFige[];
  consentement: string;
  cases: CaseACocher[];
}
