import * as z from "zod/mini";
import { type Jour, MOIS_ECRIT, type Mois } from "../../dates.ts";
import { facultatif, identifiant, requis } from "../../fields.ts";
import type { NatureFiscale } from "../../missions/depense.ts";
import type { Euros } from "../../montants.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { LignePartagee } from "./parts-du-compte.ts";

/** An owner of the mandate on the day the account was closed, with his share of its sum. */
export interface MandantRendu {
  ClientId: number;
  nom: string;
  /** Lines of his address. */
  adresse: string[];
  num: number;
  den: number;
  montant: Euros;
  /** His part of each line: a deduction is below zero. Absent from older accounts, as `garde` is. */
  lignes?: Record<LignePartagee, Euros>;
  /** His part of what the account keeps; below zero, he owes it. */
  garde?: Euros;
  /** The IBAN on which he is paid, masked; null: nobody knows it. */
  iban: string | null;
}

/** A let dwelling of the mandate: the sums called and received for it in the period. */
export interface SituationRendue {
  AppartementId: number;
  DossierId: number;
  lot: string;
  locataire: string;
  appele: Euros;
  soldeAnterieur: Euros;
  encaisse: Euros;
  resteDu: Euros;
  /** The action on what is owed: « relance du 16/10/2026 ». */
  action: string | null;
  /** The revisions of its rent that took effect in the period. Absent from older accounts. */
  revisions?: { le: Jour; avant: Euros; apres: Euros }[];
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
  /** Neither rent nor charges: a regularisation, a repair, a twelfth of an insurance; and its words, where there is some. */
  autres: Euros;
  objet?: string;
  total: Euros;
  /** The VAT within rent and charges, of a lease that says its regime; percent. Absent from older accounts. */
  tva?: { taux: number; ttc: Euros; montant: Euros };
  piece: string | null;
  /** It corrects an earlier account. */
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

/** A part of fees, by the day and the dwelling of its facts; without one, it is of the whole mandate. */
export interface FaitRendu {
  jour: Jour;
  ttc: Euros;
  /** Absent from older accounts too. */
  AppartementId?: number | undefined;
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
  /** The facts that it comes from: days of the same shares are one, by dwelling. Absent from older accounts. */
  faits?: FaitRendu[];
}

/** The whole content of the account of a period, as its paper tells it (cloture/README §12.17). */
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
  /** The fees that it invoices, whether or not they could be taken. */
  honorairesTTC: Euros;
  /** Premiums of the insurance of unpaid rents. */
  assuranceLoyers: Euros;
  depenses: Euros;
  /** The other movements: deposits handed over, contributions, corrections; signed. */
  autresMouvements: Euros;
  solde: Euros;
  provision: Euros;
  /** Sums kept aside: bills good to pay, and sums that left the account after its last day. */
  reserves: Euros;
  reversement: Euros;
  /** When the owner receives the rents: the sums called, said received, not confirmed. */
  loyersAppeles: Euros;
  loyersRecus: Euros;
  loyersNonConfirmes: Euros;
  depotsDetenus: Euros;
  situation: SituationRendue[];
  detailEncaissements: EncaissementRendu[];
  detailDepenses: DepenseRendue[];
  detailHonoraires: HonoraireRendu[];
  /** The fees left due by the accounts before. Absent from older accounts, as the next two are. */
  honorairesAnterieurs?: Euros;
  /** The fees taken from the account, below zero where given back, and those left due, by their facts. */
  honorairesPris?: FaitRendu[];
  honorairesLaisses?: FaitRendu[];
  detailAutres: { date: Jour; libelle: string; montant: Euros }[];
  echeances: { date: Jour; libelle: string; lot: string }[];
  jourReversement: number;
}

export type EtatCompteRendu = "brouillon" | "valide";

/** A point to look at before an account is closed. */
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
    | "honoraires_dus"
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

/** The state of an owner's part of an account. */
export type EtatPart = "a_reverser" | "a_valider" | "preparee" | "envoyee" | "reversee";

/** An owner's part of the sum that an account pays over; euros. */
export interface PartRendue {
  id: number | null;
  ClientId: number;
  nom: string;
  montant: Euros;
  /** Null for a draft, and for a part of zero. */
  etat: EtatPart | null;
  /** The day of its payment, done or to come. */
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
  /** The rents that the owner received himself. */
  loyersRecus: Euros;
  /** Expenses, with the premiums of the insurance of unpaid rents. */
  depenses: Euros;
  honorairesTTC: Euros;
  provision: Euros;
  solde: Euros;
  reversement: Euros;
  parts: PartRendue[];
  anomalies: Anomalie[];
  /** Its invoice of fees and its credit note. */
  factures: { id: number; numero: string; ttc: Euros }[];
  validePar: string | null;
  valideLe: string | null;
  /** The day on which its paper was mailed; null: not yet, or nobody has an address. */
  envoyeLe: string | null;
  version: number;
  updatedAt: string;
}

/** `GET /CompteRendu/{id}`: a row of the list with its whole content. */
export interface CompteRenduDetail extends CompteRenduRow {
  contenu: ContenuCompteRendu;
  /** For a draft: the fees « sur demande » of its mandate, with VAT. */
  fraisPrevus: { libelle: string; montant: Euros }[];
  /** For a draft: the fees « sur demande » that it will take. */
  frais: FraisAjoute[];
}

/** A fee « sur demande » of the mandate that somebody added to the account; euros. */
export interface FraisAjoute {
  id: number;
  libelle: string;
  precision: string | null;
  /** With VAT; null: the terms no longer have this fee. */
  montant: Euros | null;
  user: string | null;
  createdAt: string;
}

/** A fee of the mandate to charge once, with its reason. */
export const ajoutDeFrais = z.strictObject({
  libelle: requis(100),
  precision: facultatif(requis(100)),
});

export type AjoutDeFrais = z.output<typeof ajoutDeFrais>;

/** The totals of a list of accounts, told beside it; euros. */
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

/** The most accounts that one call makes valid. */
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

/** The result of the validation of an account: done now, done already, or refused with the reason. */
export interface ValidationDeCompte {
  id: number;
  resultat: "valide" | "deja" | "refuse";
  raison: string | null;
}
