import type { Jour, Mois } from "../../dates.ts";
import type { NatureFiscale } from "../../missions/depense.ts";
import type { Journal } from "../livres/ecritures.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { Conditions, ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { Part } from "../mandats/parts.ts";
import type { ContenuCompteRendu } from "./compte-rendu.ts";
import type { PartieFacturee } from "./facture-honoraires.ts";

/** The terms of a mandate as its account follows them; cents. */
export interface ConditionsDuCompte extends Conditions {
  depuis: Jour;
  /** The instant they were written. */
  createdAt: string;
  /** In the order of the mandate; none: nobody said them. */
  parts: readonly Part[];
}

/** Who commissioned the mandate, on the day the account is read. */
export interface MandantDuCompte {
  ClientId: number;
  /** He commissions it still; else only some of its terms name him. */
  lie: boolean;
  nom: string;
  adresse: string[];
  mail: string | null;
  /** What may be seen of where he is paid; null: nobody knows. */
  iban: string | null;
  /** A change of it waits. */
  ibanEnAttente: boolean;
  /** As an invoice names him. */
  partie: PartieFacturee;
}

/** A bill that the agency paid for the owner. */
export interface DepenseDuCompte {
  IntendanceId: number;
  fournisseur: string;
  libelle: string;
  lot: string;
  nature: NatureFiscale | null;
  /** Hundredths of a percent. */
  tauxTva: number;
  recuperable: boolean;
  piece: string | null;
  /** Its paper is there, the owner agreed to it. */
  facture: boolean;
  accord: boolean;
}

/** A line of the owner's account (4670), or of what was called and is not received (4671); cents. */
export interface LigneDuCompte {
  id: number;
  genre: "4670" | "4671";
  /** Credit less debit. */
  montant: Centimes;
  nature: NatureEcheance | null;
  EcritureId: number;
  /** Of what is called, the day it is due. */
  date: Jour;
  journal: Journal;
  libelle: string;
  piece: string | null;
  DossierId: number | null;
  /** The payment whose entry it is of. */
  reglement: { mode: ModeReglement | null; payeur: Payeur; fonds: ModeFonds } | null;
  /** Of what it reverses, the day; and of the account that told of it, when it was made valid and its invoice. */
  reprise: {
    date: Jour;
    compte: { valideLe: string; mois: Mois; facture: string | null; franchise: boolean } | null;
  } | null;
  /** What its entry settles, by month. */
  imputations: readonly { mois: Mois; nature: NatureEcheance; montant: Centimes }[];
  depense: DepenseDuCompte | null;
}

/** A fee of the mandate « sur demande » that somebody added to the account. */
export interface FraisDuCompte {
  id: number;
  /** As the terms have it. */
  libelle: string;
  precision: string | null;
  user: string | null;
  createdAt: string;
}

/** A lease of a dwelling of the mandate. */
export interface DossierDuCompte {
  id: number;
  AppartementId: number;
  lot: string;
  locataire: string;
  dateEntree: Jour;
  dateSortie: Jour | null;
  /** Its dwelling is of the mandate still. */
  lie: boolean;
  /** What is done about what it owes. */
  action: string | null;
}

/** All that the account of a mandate is worked out from. */
export interface DonneesDuCompte {
  MissionId: number;
  mois: Mois;
  du: Jour;
  au: Jour;
  editeLe: Jour;
  mandat: { numero: string; dateSignature: Jour | null; nom: string };
  mandants: readonly MandantDuCompte[];
  /** The latest first. */
  conditions: readonly ConditionsDuCompte[];
  /** What the account before left: to the owner, and owed by each dossier. */
  precedent: { solde: Centimes; restes: ReadonlyMap<number, Centimes> };
  /** What each dossier owes on the evening of the last day, of what was due; below zero, it paid ahead. Deposits apart. */
  restes: ReadonlyMap<number, Centimes>;
  /** Those that no account told of yet. */
  lignes: readonly LigneDuCompte[];
  dossiers: readonly DossierDuCompte[];
  depots: Centimes;
  /** Bills good to pay, and what left the account since the last day beyond what came in. */
  reserves: Centimes;
  echeances: ContenuCompteRendu["echeances"];
  /** Yearly fees that an account of this year took already. */
  dejaPris: readonly string[];
  /** Fees « sur demande » that wait for it. */
  frais: readonly FraisDuCompte[];
  /** The agency charges no VAT (Code général des impôts, art. 293 B). */
  franchise: boolean;
  /** Its number, which its invoices bear, is not said or not right. */
  sansSiren: boolean;
}

/** What these make together, in cents. */
export const somme = <T>(lignes: readonly T[], de: (ligne: T) => Centimes): Centimes =>
  lignes.reduce((total, ligne) => total + de(ligne), 0);

/** The terms in force on a day, as they were known at that instant; of several of one day, the last written. */
export const conditionsLe = (
  conditions: readonly ConditionsDuCompte[],
  jour: Jour,
  connuesLe?: string,
): ConditionsDuCompte | undefined =>
  conditions.find(
    ({ depuis, createdAt }) =>
      depuis <= jour && (connuesLe === undefined || createdAt <= connuesLe),
  );

/** A debt that ends without any money is no receipt. */
export const sansArgent = (mode: ModeReglement | null): boolean =>
  mode === "abandon" || mode === "compensation";

/**
 * What a line received for the owner, by the agency or by himself: below zero where it takes back; null where it is no
 * receipt. Deposits are the tenant's.
 */
export function recu({ genre, montant, nature, reglement }: LigneDuCompte): Centimes | null {
  if (!reglement || nature === null || nature === "depot" || sansArgent(reglement.mode))
    return null;
  if (genre === "4670") return montant;
  return reglement.fonds === "proprietaire" ? 0 - montant : null;
}
