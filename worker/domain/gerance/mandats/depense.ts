import type { Jour } from "../../dates.ts";
import {
  type EtatDepense,
  estCalculee,
  type NatureCalculee,
  type NatureFiscale,
  type PayePar,
} from "../../missions/natures-de-depense.ts";
import { enCentimes, enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { AccordDe, ModeFonds } from "./mots-de-conditions.ts";

/** The fields of an expense that decide whether it may be paid; euros. */
export interface Depense {
  nature: "mission" | "depense";
  regle: boolean;
  montant?: number | null | undefined;
  FournisseurId?: number | null | undefined;
  natureFiscale?: NatureFiscale | null | undefined;
  payePar?: PayePar | null | undefined;
  bonAPayerLe?: Jour | null | undefined;
  accordLe?: Jour | null | undefined;
}

/**
 * The state of an expense.
 * @param lot the number of the batch of transfers that pays the expense; null without a batch
 */
export function etatDepense({
  regle,
  bonAPayerLe,
  lot,
}: Pick<Depense, "regle" | "bonAPayerLe"> & { lot: string | null }): EtatDepense {
  if (regle) return "payee";
  if (lot !== null) return "en_virement";
  return bonAPayerLe ? "bon_a_payer" : "notee";
}

/** Whether the agency paid an expense for the owner, which puts it in the books (mandats/README §12.16). */
export const payeeParLAgence = ({ nature, regle, payePar }: Depense): boolean =>
  nature === "depense" && regle && payePar === "agence";

/**
 * The part of an expense that tenants owe back, in cents. A reversed expense (negative amount) gives exactly the
 * opposite part.
 *
 * @param montant cents; `tauxRecuperable`: percent
 */
export const partRecuperable = ({
  montant,
  tauxRecuperable,
}: {
  montant: Centimes;
  tauxRecuperable: number;
}): Centimes => Math.sign(montant) * Math.round((Math.abs(montant) * tauxRecuperable) / 100);

/** The facts of a dwelling's mandate that decide on its expenses; cents. */
export interface MandatDeDepense {
  /** A MissionId or, for a dwelling without mandate, the id of the dwelling as a negative number. */
  mandat: number;
  fonds: ModeFonds;
  /** An expense above this sum needs the owner's agreement; null: the mandate has no terms. */
  seuilAccord: Centimes | null;
  /** The owners who must agree when the dwelling has several; null: the mandate has no terms. */
  accordDe: AccordDe | null;
  /** The lowest balance of the owner's account on the day of the payment and afterwards. */
  disponible: Centimes;
  /** The day on which the books open; null: they are not open. */
  debut: Jour | null;
}

/** Whether an expense above the limit of the mandate still lacks the owner's agreement. */
export const accordManquant = (
  { montant, accordLe }: Pick<Depense, "montant" | "accordLe">,
  { seuilAccord }: Pick<MandatDeDepense, "seuilAccord">,
): boolean => seuilAccord !== null && !accordLe && enCentimes(montant ?? 0) > seuilAccord;

const CALCULEES_EN_MOTS: Record<NatureCalculee, string> = {
  charges_non_recuperees: "Ce qu’aucun locataire ne rembourse",
  regularisation_copropriete: "Ce qui est à réintégrer",
};

/** The French reason why an expense may not be approved for payment (mandats/README §12.16); null when it may. */
export function refusDeBonAPayer(depense: Depense, mandat: MandatDeDepense): string | null {
  if (depense.nature !== "depense" || depense.payePar !== "agence") {
    return "Le bon à payer est de ce que l’agence paie pour le propriétaire.";
  }
  if ((depense.montant ?? 0) < 0) {
    return "Cette somme était rendue par le fournisseur : elle ne se paie pas, la ligne du relevé la porte au compte.";
  }
  if (estCalculee(depense.natureFiscale)) {
    return `${CALCULEES_EN_MOTS[depense.natureFiscale]} n’est pas une somme à payer : dites que le propriétaire l’a réglé.`;
  }
  if (accordManquant(depense, mandat)) {
    const accord =
      mandat.accordDe === "tous"
        ? "de chaque propriétaire : notez le jour du dernier"
        : "du propriétaire : notez-en le jour";
    return `Au-dessus de ${formatEuros(enEuros(mandat.seuilAccord ?? 0))}, le mandat demande l’accord ${accord}.`;
  }
  return null;
}

/**
 * The French reason why the agency may not pay an expense on a day (mandats/README §12.16); null when it may.
 *
 * @param disponible the cents left on the owner's account after the earlier expenses of the request
 */
export function refusDePaiement(
  depense: Depense,
  mandat: MandatDeDepense,
  { date, disponible = mandat.disponible }: { date: Jour; disponible?: Centimes },
): string | null {
  const refus = refusDeBonAPayer(depense, mandat);
  if (refus) return refus;
  if (!depense.bonAPayerLe) return "Donnez d’abord son bon à payer à cette dépense.";
  if (!depense.montant) return "Dites d’abord le montant de cette dépense.";
  if (!depense.FournisseurId) return "Dites d’abord à quel fournisseur va cette dépense.";
  if (mandat.fonds !== "agence") {
    return "L’agence ne reçoit pas les fonds de ce mandat : son propriétaire paie lui-même.";
  }
  if (mandat.debut === null || date < mandat.debut) {
    return "Les comptes ne sont pas ouverts à cette date.";
  }
  const manque = enCentimes(depense.montant ?? 0) - disponible;
  if (manque > 0) {
    return `Il manque ${formatEuros(enEuros(manque))} sur le compte de ce mandat pour payer cette dépense.`;
  }
  return null;
}

/** The fields of an expense that nobody may change once the agency has paid the expense. */
export const FIGES_UNE_FOIS_PAYEE = [
  "montant",
  "FournisseurId",
  "AppartementId",
  "numFacture",
  "bonAPayerLe",
  "accordLe",
] as const;

/** The refusal to change a paid expense. */
export const DEPENSE_PAYEE = "Cette dépense est payée : annulez son paiement pour la corriger.";
