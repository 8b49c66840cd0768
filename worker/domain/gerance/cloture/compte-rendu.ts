import * as z from "zod/mini";
import { type Jour, MOIS_ECRIT, type Mois } from "../../dates.ts";
import { facultatif, identifiant, requis } from "../../fields.ts";
import type { NatureFiscale } from "../../missions/natures-de-depense.ts";
import type { Euros } from "../../montants.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { LignePartagee } from "./parts-du-compte.ts";

/**
 * An owner named on a statement: his share on its last day (`num`/`den`), and the sum paid over to him (`montant`).
 */
export interface MandantRendu {
  ClientId: number;
  nom: string;
  /** The lines of the owner’s postal address. */
  adresse: string[];
  num: number;
  den: number;
  montant: Euros;
  /**
   * The owner’s part of each line of the summary: a deduction is below zero. Older statements lack `lignes` and
   * `garde`.
   */
  lignes?: Record<LignePartagee, Euros>;
  /** The sum that the statement keeps for the owner; below zero, the sum that he owes. */
  garde?: Euros;
  /** The masked IBAN that receives the owner’s money; null: no IBAN is known. */
  iban: string | null;
}

/** A lease of the mandate, with the sums called and received in the period; euros. */
export interface SituationRendue {
  AppartementId: number;
  DossierId: number;
  lot: string;
  locataire: string;
  appele: Euros;
  soldeAnterieur: Euros;
  encaisse: Euros;
  resteDu: Euros;
  /** The step taken about the unpaid sum: « relance amiable du 16/10/2026 »; null without one. */
  action: string | null;
  /** The revisions of the rent that took effect in the period. Absent from older statements. */
  revisions?: { le: Jour; avant: Euros; apres: Euros }[];
}

/**
 * A sum received for the owner, from one tenant; a sum below zero was taken back. `mois`: the month of the rent
 * settled, null when the sums settled do not add up to the sum received. Euros.
 */
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
  /**
   * The part that is neither rent nor charges (a regularisation, a repair, an insurance twelfth); `objet`: the French
   * words for this part.
   */
  autres: Euros;
  objet?: string;
  total: Euros;
  /** The VAT within the sum received; `taux` in percent. Absent when no rate is known, and from older statements. */
  tva?: { taux: number; ttc: Euros; montant: Euros };
  piece: string | null;
  /** Whether the row is of a day before the period, or cancels a row of an earlier statement. */
  regularisation: boolean;
}

/** A bill paid for the owner; euros. */
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

/** A part of a fee, by day and dwelling; a part without a dwelling concerns the whole mandate. */
export interface FaitRendu {
  jour: Jour;
  ttc: Euros;
  /** The dwelling that the part concerns; older statements never give it. */
  AppartementId?: number | undefined;
}

/** A line of fees of a statement; below zero, the fees are given back. */
export interface HonoraireRendu {
  libelle: string;
  base: Euros;
  /** The rate in hundredths of a percent; null for a fixed sum. */
  taux: number | null;
  ht: Euros;
  tauxTva: number;
  tva: Euros;
  ttc: Euros;
  /**
   * The days and dwellings that the fee comes from; days on which the owners have the same shares are merged. Absent
   * from older statements.
   */
  faits?: FaitRendu[];
}

/** The whole content of an owner's statement for a period, as its paper shows it (cloture/README §12.17); euros. */
export interface ContenuCompteRendu {
  /** The number of the statement: « 2026-10 / 000042 ». */
  numero: string;
  mandat: { numero: string; dateSignature: Jour | null; nom: string };
  modeFonds: ModeFonds;
  du: Jour;
  au: Jour;
  editeLe: Jour;
  mandants: MandantRendu[];
  soldePrecedent: Euros;
  encaissements: Euros;
  /** The fees that the statement invoices, even those that the funds could not pay. */
  honorairesTTC: Euros;
  /** The premiums of the insurance against unpaid rents. */
  assuranceLoyers: Euros;
  depenses: Euros;
  /** Other movements with their sign: deposits handed over, contributions, corrections. */
  autresMouvements: Euros;
  solde: Euros;
  provision: Euros;
  /**
   * Sums kept aside: bills approved for payment, and the money that left the account after the day `au`, less the
   * money that came in.
   */
  reserves: Euros;
  reversement: Euros;
  /**
   * The sums called from tenants; `loyersRecus`: the sums that the owner received himself; `loyersNonConfirmes`: the
   * unpaid sums when the owner receives the rents himself, else zero.
   */
  loyersAppeles: Euros;
  loyersRecus: Euros;
  loyersNonConfirmes: Euros;
  depotsDetenus: Euros;
  situation: SituationRendue[];
  detailEncaissements: EncaissementRendu[];
  detailDepenses: DepenseRendue[];
  detailHonoraires: HonoraireRendu[];
  /** The fees that earlier statements left due. This field and the next two are absent from older statements. */
  honorairesAnterieurs?: Euros;
  /**
   * The fees taken from the account (below zero, given back), by day and dwelling; `honorairesLaisses`: the fees left
   * due.
   */
  honorairesPris?: FaitRendu[];
  honorairesLaisses?: FaitRendu[];
  detailAutres: { date: Jour; libelle: string; montant: Euros }[];
  echeances: { date: Jour; libelle: string; lot: string }[];
  jourReversement: number;
}

export type EtatCompteRendu = "brouillon" | "valide";

/** A point that staff check before they validate a statement. */
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
  /**
   * Whether the anomaly prevents the validation (`cloture`) or only the payment to the owner (`reversement`); null:
   * neither.
   */
  bloque: "cloture" | "reversement" | null;
  detail: string;
  ClientId?: number;
  DossierId?: number;
  IntendanceId?: number;
}

export type EtatPart = "a_reverser" | "a_valider" | "preparee" | "envoyee" | "reversee";

/** The part of one owner in the sum that a statement pays over; euros. */
export interface PartRendue {
  id: number | null;
  ClientId: number;
  nom: string;
  montant: Euros;
  /** The state of the owner’s sum; null for a draft, and for a part of zero. */
  etat: EtatPart | null;
  /** The day of the payment, made or to come; null without a batch. */
  reverseLe: Jour | null;
  /** The batch of transfers that pays the part; null without a batch. */
  ReversementId: number | null;
  numeroDuLot: string | null;
}

/** An owner's statement (compte rendu), as `GET /CompteRendu` lists it; euros. */
export interface CompteRenduRow {
  id: number;
  MissionId: number;
  mois: Mois;
  du: Jour;
  au: Jour;
  etat: EtatCompteRendu;
  numero: string;
  /** The name of the mandate: « INDIVISION DURAND ». */
  mandat: string;
  modeFonds: ModeFonds;
  soldePrecedent: Euros;
  encaissements: Euros;
  /** The rents that the owner received himself. */
  loyersRecus: Euros;
  /** The bills paid, and the premiums of the insurance against unpaid rents. */
  depenses: Euros;
  honorairesTTC: Euros;
  provision: Euros;
  solde: Euros;
  reversement: Euros;
  parts: PartRendue[];
  anomalies: Anomalie[];
  /** The invoice of fees of the statement, and its credit note, if any. */
  factures: { id: number; numero: string; ttc: Euros }[];
  validePar: string | null;
  valideLe: string | null;
  /** The instant at which the last mail of the statement left; null while no mail left. */
  envoyeLe: string | null;
  version: number;
  updatedAt: string;
}

/** `GET /CompteRendu/{id}`: a row of the list with its whole content. */
export interface CompteRenduDetail extends CompteRenduRow {
  contenu: ContenuCompteRendu;
  /** For a draft: the fees on request (« sur demande ») that the mandate allows, with VAT. */
  fraisPrevus: { libelle: string; montant: Euros }[];
  /** For a draft: the leases that a fee on request may concern. */
  baux: { DossierId: number; nom: string }[];
  /** For a draft: the fees on request (« sur demande ») added to the statement. */
  frais: FraisAjoute[];
}

/** A fee on request (« sur demande ») that somebody added to a statement; euros. */
export interface FraisAjoute {
  id: number;
  libelle: string;
  precision: string | null;
  /** The lease that the fee concerns; null: the whole mandate. */
  DossierId: number | null;
  /** The fee with VAT; null: the terms of the mandate no longer have it. */
  montant: Euros | null;
  user: string | null;
  createdAt: string;
}

/**
 * The body that adds a fee on request (« sur demande ») to a statement: the name of the fee in the terms, a detail,
 * and the lease that the fee concerns, if any (a letting, an inventory).
 */
export const ajoutDeFrais = z.strictObject({
  libelle: requis(100),
  precision: facultatif(requis(100)),
  DossierId: facultatif(identifiant()),
});

export type AjoutDeFrais = z.output<typeof ajoutDeFrais>;

/** The totals of a list of statements; euros. */
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

export const COMPTES_A_LA_FOIS = 2_000;

export const validation = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un compte rendu."),
      z.maxLength(COMPTES_A_LA_FOIS, `${COMPTES_A_LA_FOIS} comptes rendus au plus à la fois.`),
    ),
});

/** The body that mails statements to their owners. */
export const envoi = validation;

/** The outcome of a validation: done now, done before, or refused with the French reason. */
export interface ValidationDeCompte {
  id: number;
  resultat: "valide" | "deja" | "refuse";
  raison: string | null;
}
