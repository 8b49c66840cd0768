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

/** The part of a payment that settles a receipt; euros. */
export interface PaiementDeQuittance {
  date: Jour;
  mode: ModeReglement | null;
  payeur: Payeur;
  loyer: number;
  charges: number;
  assurance?: number;
  /** The payment was made before the receipt, and left this sum over. */
  avance: boolean;
  /** The bank has not credited the cheque: this is the sum that it will settle. */
  sousReserve: boolean;
  /** The one to whom the money came. */
  fonds: ModeFonds;
}

/** The payers of the housing benefit, to the owner or the agency. */
export type PayeurAide = Extract<Payeur, "caf" | "msa">;

/** The sums asked from the tenant besides the rent of the period (locataires/README §12.11); euros. */
export interface SuiteDeLAvis {
  /** The eve of the period, on which `soldeAnterieur` was owed. */
  au: Jour;
  soldeAnterieur: number;
  /** The sums received since for that former debt. */
  recus: number;
  /** The sum that an earlier payment left over. */
  avance: number;
  /** The benefit of this month, and that of the month before which is announced and not received. */
  aides: { payeur: PayeurAide; mois: Mois; montant: number }[];
  /** Below zero: in the tenant's favour. */
  net: number;
}

/** The data that the accounts add to the document of a receipt. */
export interface ComptesDeQuittance extends FaitsDePaiement {
  /** « D000123 », which the tenant quotes when he pays; null where the agency reads no bank statement. */
  reference: string | null;
  /** By the terms of the mandate, the owner receives the rents: nobody pays into the agency's account. */
  auBailleur: boolean;
  paiements: readonly PaiementDeQuittance[];
  /** The last day on which the bank refused one of its payments. */
  rejeteLe: Jour | null;
  /** Null where the avis tells only the rent of the period. */
  suite: SuiteDeLAvis | null;
}

/** The payers that take the place of the owner for what they pay (Code civil, art. 1346). */
export const SUBROGES: readonly Payeur[] = ["gli", "visale", "caution"];

/** A month owed before the period, or settled in part since; cents. */
export interface MoisAnterieur {
  mois: Mois;
  reste: Centimes;
  recus: Centimes;
  /** The sum that the payer of the housing benefit settled. */
  aide: Centimes;
}

/** The housing benefit from a day on; zero: no longer any. Euros. */
export interface AideDepuis {
  depuis: Jour;
  montant: number;
  payeur: PayeurAide;
}

/** A receipt whose accounts are asked for; euros. */
interface Appel {
  mois: Mois;
  /** The first day of its period. */
  date: Jour;
  /** It is the receipt of its month that deducts the housing benefit. */
  deduitLAide: boolean;
  total: number;
}

/** The benefit in force on the first day of a month; null when there is none. */
export function aideDuMois(aides: readonly AideDepuis[], mois: Mois): AideDepuis | null {
  const derniere = aides.filter(({ depuis }) => depuis <= premierJour(mois)).at(-1);
  return derniere && derniere.montant > 0 ? derniere : null;
}

/** The benefit of the month before may still come: it is paid in arrears, at the latest in the course of the next month. */
const encoreAttendue = (mois: Mois, today: Jour): boolean =>
  today <= dernierJour(ajouterMois(mois, 1));

/**
 * The part of an avis after the rent of the period (locataires/README §12.11): the sums owed before it, the sums
 * received since, the benefit that ran in its month, whenever it is made, and the benefit of the month before as long
 * as it may still arrive.
 *
 * @param aides in the order of their days
 * @returns null when there is nothing to add
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

/** A cheque that waits for the bank; cents. */
export interface ChequeEnAttente {
  date: Jour;
  montant: Centimes;
  mode: ModeReglement | null;
  payeur: Payeur;
  fonds: ModeFonds;
}

/** A sum that a dossier owes, with the receipt that calls it; cents. */
export interface EcheanceAppelee extends EcheanceDue {
  QuitanceId: number | null;
}

/**
 * The sums that the waiting cheques of a dossier will settle, by receipt: the cheques are taken in the given order, each
 * as a payment of its own date.
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

/** The facts that the payments of a receipt tell. */
export function faitsDePaiement(paiements: readonly PaiementDeQuittance[]): FaitsDePaiement {
  const total = (lesquels: (paiement: PaiementDeQuittance) => boolean) =>
    somme(...paiements.filter(lesquels).map(montantDuPaiement));
  return {
    subrogee: paiements.some(({ payeur }) => SUBROGES.includes(payeur)),
    avance: total(({ avance, sousReserve }) => avance && !sousReserve),
    sousReserve: total(({ sousReserve }) => sousReserve),
  };
}
