import { ajouterJours, type Jour, type Mois } from "../../dates.ts";
import type { NatureFiscale } from "../../missions/natures-de-depense.ts";
import type { Journal } from "../livres/ecritures.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type NatureEcheance, tenuePourLui } from "../locataires/imputation.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { Conditions, ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { Part } from "../mandats/parts.ts";
import type { ContenuCompteRendu } from "./compte-rendu.ts";
import type { PartieFacturee } from "./facture-honoraires.ts";
import type { PartDHonoraire } from "./parts-du-compte.ts";
import type { FactureOuverte, TvaAuTaux } from "./tva-des-honoraires.ts";

/** The terms of a mandate from a day on, as its owner's statements apply them; cents. */
export interface ConditionsDuCompte extends Conditions {
  depuis: Jour;
  /** The instant at which somebody wrote the terms. */
  createdAt: string;
  /** The shares of the owners, in the order of the mandate; empty: nobody gave them. */
  parts: readonly Part[];
}

export interface MandantDuCompte {
  ClientId: number;
  /** Whether the owner commissions the mandate today; false: only some of its terms name him. */
  lie: boolean;
  nom: string;
  adresse: string[];
  mail: string | null;
  /** The masked IBAN that receives the owner’s money; null: no IBAN is known. */
  iban: string | null;
  /** Whether a change of the owner’s IBAN waits for approval. */
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
  /** The VAT rate, in hundredths of a percent. */
  tauxTva: number;
  recuperable: boolean;
  piece: string | null;
  /** Whether the bill has its file; `accord`: whether the owner agreed to the bill. */
  facture: boolean;
  accord: boolean;
  /**
   * The building's expense that this bill is a part of, with the name of the building; absent or null for a bill of
   * one dwelling.
   */
  immeuble?: { DepenseImmeubleId: number; nom: string } | null;
}

/**
 * A ledger line of the mandate, in cents: of the owner's account (4670), or of the sums called and not received
 * (4671).
 */
export interface LigneDuCompte {
  id: number;
  genre: "4670" | "4671";
  /** The credit less the debit, in cents. */
  montant: Centimes;
  nature: NatureEcheance | null;
  EcritureId: number;
  /** The day of the line; for a sum called, its due day. */
  date: Jour;
  journal: Journal;
  libelle: string;
  piece: string | null;
  DossierId: number | null;
  /** The payment behind the entry; null for an entry without a payment. */
  reglement: { mode: ModeReglement | null; payeur: Payeur; fonds: ModeFonds } | null;
  /**
   * The line that this one cancels; null when it cancels none. `date`: the day of the cancelled line; `compte`: the
   * statement that showed the cancelled line, null without one; `debits`: whether the invoice of that statement made
   * its VAT due at once.
   */
  reprise: {
    date: Jour;
    compte: {
      valideLe: string;
      mois: Mois;
      facture: string | null;
      franchise: boolean;
      debits: boolean;
    } | null;
  } | null;
  /** The sums that the entry settles, by month. */
  imputations: readonly {
    mois: Mois;
    nature: NatureEcheance;
    /** The words that describe the sum called; null when its nature describes it fully. */
    libelle: string | null;
    montant: Centimes;
    /** The VAT rate of the receipt, in percent; null: the receipt gives none. */
    tauxTva: number | null;
  }[];
  depense: DepenseDuCompte | null;
}

/** A fee on request (« sur demande ») that somebody added to a statement. */
export interface FraisDuCompte {
  id: number;
  /** The name of the fee in the terms of the mandate. */
  libelle: string;
  precision: string | null;
  /** The lease that the fee concerns, and its dwelling; null: the whole mandate. */
  DossierId: number | null;
  AppartementId: number | null;
  user: string | null;
  createdAt: string;
}

export interface DossierDuCompte {
  id: number;
  AppartementId: number;
  lot: string;
  locataire: string;
  dateEntree: Jour;
  dateSortie: Jour | null;
  /** Whether the dwelling still belongs to the mandate. */
  lie: boolean;
  /**
   * The VAT rate of the rent and the charges of a parking space, in percent, 0 when its owner charges no VAT; null:
   * unknown, or no parking space.
   */
  tauxTva: number | null;
  /** The step taken about the unpaid sum: « relance amiable du 16/10/2026 »; null without one. */
  action: string | null;
  /** The revisions of the rent, the oldest first: the day, and the rents without charges in cents. */
  revisions: readonly { le: Jour; avant: number; apres: number }[];
}

/** All the facts from which an owner's statement is worked out; cents. */
export interface DonneesDuCompte {
  MissionId: number;
  mois: Mois;
  du: Jour;
  au: Jour;
  editeLe: Jour;
  mandat: { numero: string; dateSignature: Jour | null; nom: string };
  mandants: readonly MandantDuCompte[];
  /** The terms of the mandate, the latest first. */
  conditions: readonly ConditionsDuCompte[];
  /**
   * The closing figures of the previous statement: `solde`, the owner's balance less the sum paid over to him;
   * `restes`, the debt of each dossier.
   */
  precedent: {
    solde: Centimes;
    /**
     * The last day of the previous statement, null without one; `gardes`: the sum that this statement kept for each
     * owner, null without a statement or when one of these sums is unknown.
     */
    au: Jour | null;
    gardes: ReadonlyMap<number, Centimes> | null;
    restes: ReadonlyMap<number, Centimes>;
    /** The fees that the previous statement left due, split by day and dwelling. */
    honorairesLaisses: readonly PartDHonoraire[];
  };
  /**
   * The debt of each dossier at the end of the day `au`, for sums due by that day, without deposits; below zero, the
   * tenant paid ahead.
   */
  restes: ReadonlyMap<number, Centimes>;
  /** The ledger lines that no statement has shown yet. */
  lignes: readonly LigneDuCompte[];
  dossiers: readonly DossierDuCompte[];
  depots: Centimes;
  /** Sums kept aside: bills approved for payment, and `sorties`. */
  reserves: Centimes;
  /** The money that left the account after the day `au`, less the money that came in after that day; zero or more. */
  sorties: Centimes;
  /** The fees of earlier statements still to take; below zero, the excess that was taken. */
  honorairesDus: Centimes;
  /** The unpaid invoices of fees, in order; `tva`: the VAT that waits for their payment. */
  dettesHonoraires: { ouvertes: readonly FactureOuverte[]; tva: readonly TvaAuTaux[] };
  echeances: ContenuCompteRendu["echeances"];
  /** The names of the fees that validated statements of the year show: a yearly fee among them is not due again. */
  dejaPris: readonly string[];
  /** The fees on request (« sur demande ») added to this statement. */
  frais: readonly FraisDuCompte[];
  /** Whether the agency charges no VAT (Code général des impôts, art. 293 B). */
  franchise: boolean;
  /** Whether the agency's SIREN, which its invoices must show, is missing or wrong. */
  sansSiren: boolean;
}

/** Adds up the amounts, in cents, that `de` gives for the lines. */
export const somme = <T>(lignes: readonly T[], de: (ligne: T) => Centimes): Centimes =>
  lignes.reduce((total, ligne) => total + de(ligne), 0);

/**
 * The terms in force on a day; when several terms begin on one day, those written last.
 *
 * @param conditions the latest first
 * @param connuesLe ignores terms written after this instant
 */
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
 * The terms of a mandate that ends (mandats/README §12.24): from its last day on, no provision is kept; after that
 * day, only the percentage fee and the fees on request (« sur demande ») remain; after the final statement, only the
 * fees on request.
 *
 * @param conditions the latest first
 * @param finLe the last day of the mandate; `arreteLe`: the last day of its final statement
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

/** Whether this mode ends a debt without any money received. */
export const sansArgent = (mode: ModeReglement | null): boolean =>
  mode === "abandon" || mode === "compensation";

/**
 * The sum that a line received for the owner, through the agency or by himself; below zero when the line takes money
 * back. Null when the line receives nothing for him: a deposit, for example, is held for the tenant.
 */
export function recu({ genre, montant, nature, reglement }: LigneDuCompte): Centimes | null {
  if (!reglement || nature === null || tenuePourLui(nature) || sansArgent(reglement.mode))
    return null;
  if (genre === "4670") return montant;
  return reglement.fonds === "proprietaire" ? 0 - montant : null;
}
