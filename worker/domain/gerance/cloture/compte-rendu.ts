import * as z from "zod/mini";
import { type Jour, MOIS_ECRIT, type Mois } from "../../dates.ts";
import { facultatif, identifiant, requis } from "../../fields.ts";
import type { NatureFiscale } from "../../missions/depense.ts";
import type { Euros } from "../../montants.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";

/** An owner of the mandate on the day the account was closed, and what comes to him. */
export interface MandantRendu {
  ClientId: number;
  nom: string;
  /** Lines of his address. */
  adresse: string[];
  num: number;
  den: number;
  montant: Euros;
  /** What may be seen of where he is paid; null: nobody knows. */
  iban: string | null;
}

/** A dwelling of the mandate that is let: what was called and received for it in the period. */
export interface SituationRendue {
  AppartementId: number;
  DossierId: number;
  lot: string;
  locataire: string;
  appele: Euros;
  soldeAnterieur: Euros;
  encaisse: Euros;
  resteDu: Euros;
  /** What is done about what is owed: « relance du 16/10/2026 ». */
  action: string | null;
}

/** A sum received for the owner, or taken back (below zero), for one month of one tenant. */
export interface EncaissementRendu {
  date: Jour;
  AppartementId: number | null;
  DossierId: number | null;
  lot: string;
  locataire: string;
  payeur: Payeur | null;
  mode: ModeReglement | null;
  mois: Mois | null;
  loyer: Euros;
  charges: Euros;
  /** Neither rent nor charges: a regularisation, a repair. */
  autres: Euros;
  total: Euros;
  piece: string | null;
  /** It corrects what an earlier account told. */
  regularisation: boolean;
}

/** A bill paid for the owner. */
export interface DepenseRendue {
  date: Jour;
  IntendanceId: number | null;
  fournisseur: string;
  libelle: string;
  lot: string;
  nature: NatureFiscale | null;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
  recuperable: boolean;
  piece: string | null;
}

/** A line of the fees of the account: below zero where they are given back. */
export interface HonoraireRendu {
  libelle: string;
  base: Euros;
  /** Hundredths of a percent; null for a fixed sum. */
  taux: number | null;
  ht: Euros;
  tauxTva: number;
  tva: Euros;
  ttc: Euros;
}

/** All that the account of a period says, as its paper does (domain/README §12.17). */
export interface ContenuCompteRendu {
  /** « 2026-10 / 000042 » */
  numero: string;
  mandat: { numero: string; dateSignature: Jour | null; nom: string };
  modeFonds: ModeFonds;
  du: Jour;
  au: Jour;
  editeLe: Jour;
  mandants: MandantRendu[];
  soldePrecedent: Euros;
  encaissements: Euros;
  honorairesTTC: Euros;
  /** Premiums of the insurance of unpaid rents. */
  assuranceLoyers: Euros;
  depenses: Euros;
  /** What is neither: deposits handed over, contributions, corrections; signed. */
  autresMouvements: Euros;
  solde: Euros;
  provision: Euros;
  /** Bills good to pay, and what left the account since its last day, kept aside. */
  reserves: Euros;
  reversement: Euros;
  /** Where the owner receives the rents: what was called, said received, not confirmed. */
  loyersAppeles: Euros;
  loyersRecus: Euros;
  loyersNonConfirmes: Euros;
  depotsDetenus: Euros;
  situation: SituationRendue[];
  detailEncaissements: EncaissementRendu[];
  detailDepenses: DepenseRendue[];
  detailHonoraires: HonoraireRendu[];
  detailAutres: { date: Jour; libelle: string; montant: Euros }[];
  echeances: { date: Jour; libelle: string; lot: string }[];
  jourReversement: number;
}

export type EtatCompteRendu = "brouillon" | "valide";

/** Something to look at before an account is closed. */
export interface Anomalie {
  genre:
    | "non_inscrit"
    | "sans_conditions"
    | "sans_part"
    | "negatif"
    | "sans_iban"
    | "iban_recent"
    | "impaye"
    | "depense_sans_facture"
    | "depense_sans_accord"
    | "sans_mail"
    | "sans_mouvement"
    | "frais_hors_mandat"
    | "tva_nulle"
    | "sans_siren";
  /** It keeps the account from being closed, or its sum from being paid over. */
  bloque: "cloture" | "reversement" | null;
  /** A sentence. */
  detail: string;
  ClientId?: number;
  DossierId?: number;
  IntendanceId?: number;
}

/** What became of an owner's part of an account. */
export type EtatPart = "a_reverser" | "a_valider" | "preparee" | "envoyee" | "reversee";

/** An owner's part of what an account pays over; euros. */
export interface PartRendue {
  id: number | null;
  ClientId: number;
  nom: string;
  montant: Euros;
  /** Null while the account is a draft, and of a part of nothing. */
  etat: EtatPart | null;
  /** The day on which it was, or is to be paid. */
  reverseLe: Jour | null;
}

/** An account, as `GET /CompteRendu` lists it; euros. */
export interface CompteRenduRow {
  id: number;
  MissionId: number;
  mois: Mois;
  du: Jour;
  au: Jour;
  etat: EtatCompteRendu;
  numero: string;
  /** « INDIVISION DURAND » */
  mandat: string;
  modeFonds: ModeFonds;
  soldePrecedent: Euros;
  encaissements: Euros;
  /** What the owner received himself. */
  loyersRecus: Euros;
  /** Premiums of the insurance of unpaid rents with them. */
  depenses: Euros;
  honorairesTTC: Euros;
  provision: Euros;
  solde: Euros;
  reversement: Euros;
  parts: PartRendue[];
  anomalies: Anomalie[];
  /** Number of its invoice of fees and of its credit note. */
  factures: { id: number; numero: string; ttc: Euros }[];
  validePar: string | null;
  valideLe: string | null;
  /** Its paper was mailed on; null: not yet, or nobody has an address. */
  envoyeLe: string | null;
  version: number;
  updatedAt: string;
}

/** The same, with all that it says: `GET /CompteRendu/{id}`. */
export interface CompteRenduDetail extends CompteRenduRow {
  contenu: ContenuCompteRendu;
  /** Of a draft: the fees « sur demande » that its mandate has, with VAT. */
  fraisPrevus: { libelle: string; montant: Euros }[];
  /** Of a draft: those that it will take. */
  frais: FraisAjoute[];
}

/** A fee « sur demande » of the mandate that somebody added to the account; euros. */
export interface FraisAjoute {
  id: number;
  libelle: string;
  precision: string | null;
  /** With VAT; null: the terms have it no more. */
  montant: Euros | null;
  user: string | null;
  createdAt: string;
}

/** A fee of the mandate to charge once, and what for. */
export const ajoutDeFrais = z.strictObject({
  libelle: requis(100),
  precision: facultatif(requis(100)),
});

export type AjoutDeFrais = z.output<typeof ajoutDeFrais>;

/** What the accounts of a list make together, told beside it; euros. */
export interface SommesDesComptes {
  brouillons: number;
  valides: number;
  encaissements: Euros;
  depenses: Euros;
  honorairesTTC: Euros;
  reversement: Euros;
}

const mois = z.string().check(z.regex(MOIS_ECRIT, "Un mois est attendu, par exemple « 2026-10 »."));

export const preparation = z.strictObject({ mois });

/** How many accounts one call makes valid at most. */
export const COMPTES_A_LA_FOIS = 2_000;

export const validation = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un compte rendu."),
      z.maxLength(COMPTES_A_LA_FOIS, `${COMPTES_A_LA_FOIS} comptes rendus au plus à la fois.`),
    ),
});

/** Accounts to mail to their owners. */
export const envoi = validation;

/** What became of an account that was to be made valid: it is now, it was already, or it may not be, and why. */
export interface ValidationDeCompte {
  id: number;
  resultat: "valide" | "deja" | "refuse";
  raison: string | null;
}
