import { ajouterJours, type Jour, type Mois } from "../../dates.ts";
import type { NatureFiscale } from "../../missions/depense.ts";
import type { Journal } from "../livres/ecritures.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { Conditions, ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { Part } from "../mandats/parts.ts";
import type { ContenuCompteRendu } from "./compte-rendu.ts";
import type { PartieFacturee } from "./facture-honoraires.ts";
import type { PartDHonoraire } from "./parts-du-compte.ts";
import type { FactureOuverte, TvaAuTaux } from "./tva-des-honoraires.ts";

/** The terms of a mandate as its account follows them; cents. */
export interface ConditionsDuCompte extends Conditions {
  depuis: Jour;
  /** The instant at which they were written. */
  createdAt: string;
  /** The shares, in the order of the mandate; none: nobody said them. */
  parts: readonly Part[];
}

/** An owner who commissioned the mandate, on the day the account is read. */
export interface MandantDuCompte {
  ClientId: number;
  /** He still commissions it; false: only some of its terms name him. */
  lie: boolean;
  nom: string;
  adresse: string[];
  mail: string | null;
  /** The IBAN on which he is paid, masked; null: nobody knows it. */
  iban: string | null;
  /** A change of his IBAN waits for approval. */
  ibanEnAttente: boolean;
  /** The owner as an invoice names him. */
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
  /** Its paper is there, and the owner agreed to it. */
  facture: boolean;
  accord: boolean;
  /** The expense of a building that it is a part of, and the name of that building; absent: it is whole. */
  immeuble?: { DepenseImmeubleId: number; nom: string } | null;
}

/** A line of the owner's account (4670), or of the sums called and not received (4671); cents. */
export interface LigneDuCompte {
  id: number;
  genre: "4670" | "4671";
  /** Credit less debit. */
  montant: Centimes;
  nature: NatureEcheance | null;
  EcritureId: number;
  /** For a sum called, its due day. */
  date: Jour;
  journal: Journal;
  libelle: string;
  piece: string | null;
  DossierId: number | null;
  /** The payment of its entry. */
  reglement: { mode: ModeReglement | null; payeur: Payeur; fonds: ModeFonds } | null;
  /** For a reversal: the day of what it reverses; the account that told it, when it was made valid, and its invoice. */
  reprise: {
    date: Jour;
    compte: { valideLe: string; mois: Mois; facture: string | null; franchise: boolean } | null;
  } | null;
  /** The sums that its entry settles, by month. */
  imputations: readonly {
    mois: Mois;
    nature: NatureEcheance;
    /** The sums called, in their own words; null: the nature says all. */
    libelle: string | null;
    montant: Centimes;
    /** The VAT within it by its receipt, in percent; null: it says none. */
    tauxTva: number | null;
  }[];
  depense: DepenseDuCompte | null;
}

/** A fee of the mandate « sur demande » that somebody added to the account. */
export interface FraisDuCompte {
  id: number;
  /** The label, as the terms have it. */
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
  /** Its dwelling is still in the mandate. */
  lie: boolean;
  /** The VAT within its rent and charges, in percent; null: unknown. */
  tauxTva: number | null;
  /** The action on what it owes. */
  action: string | null;
  /** The revisions of its rent, oldest first: the day of each, and the rents without charges in cents. */
  revisions: readonly { le: Jour; avant: number; apres: number }[];
}

/** All the data from which the account of a mandate is worked out. */
export interface DonneesDuCompte {
  MissionId: number;
  mois: Mois;
  du: Jour;
  au: Jour;
  editeLe: Jour;
  mandat: { numero: string; dateSignature: Jour | null; nom: string };
  mandants: readonly MandantDuCompte[];
  /** The terms, the latest first. */
  conditions: readonly ConditionsDuCompte[];
  /** The result of the account before: the balance left to the owner, and the debt of each dossier. */
  precedent: {
    solde: Centimes;
    /** Its last day, and what it kept for each owner; null: there is none, or it did not tell. */
    au: Jour | null;
    gardes: ReadonlyMap<number, Centimes> | null;
    restes: ReadonlyMap<number, Centimes>;
    /** The facts of the fees that it left due. */
    honorairesLaisses: readonly PartDHonoraire[];
  };
  /**
   * The debt of each dossier on the evening of the last day, of sums due by then; below zero, it paid ahead. Without
   * deposits.
   */
  restes: ReadonlyMap<number, Centimes>;
  /** The lines that no account has told yet. */
  lignes: readonly LigneDuCompte[];
  dossiers: readonly DossierDuCompte[];
  depots: Centimes;
  /** Sums kept aside: bills good to pay, and `sorties`. */
  reserves: Centimes;
  /** What left the account since the last day beyond what came in. */
  sorties: Centimes;
  /** Fees of the accounts before that were to be taken and are still due; below zero, too much was taken. */
  honorairesDus: Centimes;
  /** The invoices of fees that are not settled, with those that its owners pay themselves, in order; and the VAT that waits. */
  dettesHonoraires: { ouvertes: readonly FactureOuverte[]; tva: readonly TvaAuTaux[] };
  echeances: ContenuCompteRendu["echeances"];
  /** The yearly fees that an account of this year has already taken. */
  dejaPris: readonly string[];
  /** The fees « sur demande » that wait for this account. */
  frais: readonly FraisDuCompte[];
  /** The agency charges no VAT (Code général des impôts, art. 293 B). */
  franchise: boolean;
  /** Its SIREN, which its invoices bear, is missing or wrong. */
  sansSiren: boolean;
}

/** The sum of these lines, in cents. */
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

/**
 * The terms as the end of the mandate leaves them (mandats/README §12.24): from its last day on nothing is kept, after it
 * no dwelling nor year is charged, and once its last account is frozen nothing is, but fees « sur demande ».
 * @param conditions the latest first
 */
export function conditionsFinies(
  conditions: readonly ConditionsDuCompte[],
  { finLe, arreteLe }: { finLe: Jour | null; arreteLe: Jour | null },
): readonly ConditionsDuCompte[] {
  if (finLe === null) return conditions;
  const depuis = (jour: Jour, termes: Partial<ConditionsDuCompte>): ConditionsDuCompte[] => {
    const enVigueur = conditionsLe(conditions, jour);
    return enVigueur ? [{ ...enVigueur, ...termes, depuis: jour }] : [];
  };
  const sansGarde = { provision: 0 };
  const surDemande = (jour: Jour) =>
    (conditionsLe(conditions, jour)?.autresHonoraires ?? []).filter(
      ({ quand }) => quand === "demande",
    );
  const apres = (jour: Jour) => ({
    ...sansGarde,
    forfait: null,
    autresHonoraires: surDemande(jour),
  });
  const lendemain = ajouterJours(finLe, 1);
  const fige = arreteLe === null ? null : ajouterJours(arreteLe, 1);
  return [
    ...(fige === null ? [] : depuis(fige, { ...apres(fige), tauxHonoraires: null })),
    ...depuis(lendemain, apres(lendemain)),
    ...depuis(finLe, sansGarde),
    ...conditions.filter((termes) => termes.depuis < finLe),
  ];
}

/** Whether a debt ends without any money: it is then no receipt. */
export const sansArgent = (mode: ModeReglement | null): boolean =>
  mode === "abandon" || mode === "compensation";

/**
 * The sum that a line received for the owner, through the agency or by himself: below zero where it takes back; null
 * where it is no receipt. A deposit belongs to the tenant.
 */
export function recu({ genre, montant, nature, reglement }: LigneDuCompte): Centimes | null {
  if (!reglement || nature === null || nature === "depot" || sansArgent(reglement.mode))
    return null;
  if (genre === "4670") return montant;
  return reglement.fonds === "proprietaire" ? 0 - montant : null;
}
