import {
  ajouterJours,
  ajouterMois,
  dernierJour,
  type Jour,
  type Mois,
  premierJour,
} from "../../dates.ts";
import { enCentimes, enEuros, somme } from "../../montants.ts";
import type { FaitsDePaiement } from "../../quittances/quittance.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import { type EcheanceDue, imputer, type NatureEcheance } from "./imputation.ts";
import type { ModeReglement, Payeur } from "./reglement.ts";

/** The part of a payment that settles one receipt; euros. */
export interface PaiementDeQuittance {
  date: Jour;
  mode: ModeReglement | null;
  payeur: Payeur;
  loyer: number;
  charges: number;
  assurance?: number;
  /** True when the payment was recorded before the receipt was made. */
  avance: boolean;
  /** Whether the payment is a cheque that the bank has not credited yet: the cheque will then settle the receipt. */
  sousReserve: boolean;
  /** The receiver of the money: the agency or the owner. */
  fonds: ModeFonds;
}

/** The payers of the housing benefit that is paid to the owner or the agency. */
export type PayeurAide = Extract<Payeur, "caf" | "msa">;

/**
 * The sums that a notice of rent shows below the rent of its period, added or deducted, and the net to pay
 * (locataires/README §12.11); euros.
 */
export interface SuiteDeLAvis {
  /** The day before the period begins: `soldeAnterieur` was owed on that day. */
  au: Jour;
  soldeAnterieur: number;
  /** The part of `soldeAnterieur` paid after that day. */
  recus: number;
  /** The part of the receipt settled by payments recorded before the receipt was made. */
  avance: number;
  /**
   * The housing benefits to deduct: for this month, and for the month before when that benefit is still to come.
   */
  aides: { payeur: PayeurAide; mois: Mois; montant: number }[];
  /** The sum to pay once all is added and deducted; below zero, in the tenant's favour. */
  net: number;
}

/** The facts of the tenant's account that the document of a receipt shows. */
export interface ComptesDeQuittance extends FaitsDePaiement {
  /**
   * The reference that the tenant writes on his transfers, « D000123 », for a receipt in the books when the agency
   * receives the rents or `suite` is set; else null.
   */
  reference: string | null;
  /** The owner receives the rents himself, by the terms of the mandate. */
  auBailleur: boolean;
  paiements: readonly PaiementDeQuittance[];
  /** The last day on which the bank refused a payment of this receipt; null without a refusal. */
  rejeteLe: Jour | null;
  /** The sums added to the rent, or deducted from it; null when the notice shows only the rent of the period. */
  suite: SuiteDeLAvis | null;
}

/** The payers who may claim from the tenant what they paid for him (Code civil, art. 1346). */
export const SUBROGES: readonly Payeur[] = ["gli", "visale", "caution"];

/**
 * An earlier month: the sums still unpaid (`reste`), and the sums paid since the new period began (`recus`); cents.
 */
export interface MoisAnterieur {
  mois: Mois;
  reste: Centimes;
  recus: Centimes;
  /** The sum that the housing benefit has already paid for the month. */
  aide: Centimes;
}

/** The housing benefit from a day on; zero ends it. Euros a month. */
export interface AideDepuis {
  depuis: Jour;
  montant: number;
  payeur: PayeurAide;
}

/** The receipt whose notice of rent is made; euros. */
interface Appel {
  mois: Mois;
  date: Jour;
  /** True for the one receipt of the month that deducts the housing benefit. */
  deduitLAide: boolean;
  total: number;
}

/**
 * The housing benefit in force on the first day of a month; null when there is none.
 * @param aides in date order
 */
export function aideDuMois(aides: readonly AideDepuis[], mois: Mois): AideDepuis | null {
  const derniere = aides.filter(({ depuis }) => depuis <= premierJour(mois)).at(-1);
  return derniere && derniere.montant > 0 ? derniere : null;
}

/** Whether the benefit of a month may still arrive: its payer pays by the end of the next month. */
const encoreAttendue = (mois: Mois, today: Jour): boolean =>
  today <= dernierJour(ajouterMois(mois, 1));

/**
 * The sums that a notice of rent adds to the rent of its period (locataires/README §12.11): former debts, payments
 * received since, the benefit of the month, and the benefit of the month before while it may still arrive.
 *
 * @param appel euros; `anterieurs` cents; `aides` euros, in date order; `avance` euros
 * @returns euros; null when there is nothing to add
 */
export function suiteDeLAvis(
  appel: Appel,
  {
    anterieurs,
    aides,
    avance,
  }: { anterieurs: readonly MoisAnterieur[]; aides: readonly AideDepuis[]; avance: number },
  today: Jour,
): SuiteDeLAvis | null {
  const total = (de: "reste" | "recus") => anterieurs.reduce((cumul, mois) => cumul + mois[de], 0);
  const precedent = anterieurs.find(({ mois }) => ajouterMois(mois, 1) === appel.mois);
  const attendues = [
    precedent &&
      encoreAttendue(precedent.mois, today) &&
      aideDeduite(aides, precedent.mois, { reste: precedent.reste, recue: precedent.aide }),
    appel.deduitLAide &&
      aideDeduite(aides, appel.mois, { reste: enCentimes(somme(appel.total, -avance)), recue: 0 }),
  ].filter((aide) => !!aide);
  const soldeAnterieur = enEuros(total("reste") + total("recus"));
  const recus = enEuros(total("recus"));
  if (soldeAnterieur === 0 && recus === 0 && avance === 0 && attendues.length === 0) return null;
  const deduites = attendues.map(({ montant }) => -montant);
  return {
    au: ajouterJours(appel.date, -1),
    soldeAnterieur,
    recus,
    avance,
    aides: attendues,
    net: somme(appel.total, soldeAnterieur, -recus, -avance, ...deduites),
  };
}

function aideDeduite(
  aides: readonly AideDepuis[],
  mois: Mois,
  { reste, recue }: { reste: Centimes; recue: Centimes },
) {
  const aide = aideDuMois(aides, mois);
  if (aide === null) return null;
  const montant = enEuros(Math.min(reste, Math.max(0, enCentimes(aide.montant) - recue)));
  return montant > 0 ? { payeur: aide.payeur, mois, montant } : null;
}

/** A cheque that the bank has not credited yet; cents. */
export interface ChequeEnAttente {
  date: Jour;
  montant: Centimes;
  mode: ModeReglement | null;
  payeur: Payeur;
  fonds: ModeFonds;
}

/** A sum that a dossier owes, with the receipt that calls it, if any; cents. */
export interface EcheanceAppelee extends EcheanceDue {
  QuitanceId: number | null;
}

/**
 * The sums that uncredited cheques will settle, by receipt. The cheques are used in the given order, as payments of
 * their own dates.
 *
 * @param cheques, dues cents
 * @returns euros, by the id of the receipt
 */
export function chequesParQuittance(
  cheques: readonly ChequeEnAttente[],
  dues: readonly EcheanceAppelee[],
): Map<number, PaiementDeQuittance[]> {
  const ouvertes = dues.map((due) => ({ ...due }));
  const parQuittance = new Map<number, PaiementDeQuittance[]>();
  for (const { montant, ...cheque } of cheques) {
    const { imputations } = imputer({ montant, date: cheque.date }, ouvertes);
    const touchees = imputations.flatMap(({ echeanceId, montant: part }) => {
      const due = ouvertes.find(({ id }) => id === echeanceId);
      if (!due) return [];
      due.reste -= part;
      return due.QuitanceId === null ? [] : [{ QuitanceId: due.QuitanceId, due, part }];
    });
    for (const [QuitanceId, parts] of Map.groupBy(touchees, (touchee) => touchee.QuitanceId)) {
      const de = (...natures: readonly NatureEcheance[]) =>
        enEuros(
          parts.reduce(
            (cumul, { due, part }) => (natures.includes(due.nature) ? cumul + part : cumul),
            0,
          ),
        );
      const paiement = {
        ...cheque,
        loyer: de("loyer"),
        charges: de("charges"),
        assurance: de("assurance"),
      };
      parQuittance.set(QuitanceId, [
        ...(parQuittance.get(QuitanceId) ?? []),
        { ...paiement, avance: false, sousReserve: true },
      ]);
    }
  }
  return parQuittance;
}

export const montantDuPaiement = ({ loyer, charges, assurance = 0 }: PaiementDeQuittance): number =>
  somme(loyer, charges, assurance);

/**
 * The facts of payment that a receipt prints: whether one of {@link SUBROGES} paid, and the euros paid in advance or
 * by cheques not credited yet.
 */
export function faitsDePaiement(paiements: readonly PaiementDeQuittance[]): FaitsDePaiement {
  const total = (lesquels: (paiement: PaiementDeQuittance) => boolean) =>
    somme(...paiements.filter(lesquels).map(montantDuPaiement));
  return {
    subrogee: paiements.some(({ payeur }) => SUBROGES.includes(payeur)),
    avance: total(({ avance, sousReserve }) => avance && !sousReserve),
    sousReserve: total(({ sousReserve }) => sousReserve),
  };
}
