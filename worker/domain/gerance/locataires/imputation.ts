import type { Jour, Mois } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import { prescrite } from "./prescription.ts";

export const NATURES = [
  "loyer",
  "charges",
  "depot",
  "regularisation",
  "assurance",
  "contribution",
  "reparation",
  "solde_anterieur",
  "trop_percu",
] as const;

export type NatureEcheance = (typeof NATURES)[number];

export const NATURES_EN_MOTS: Readonly<Record<NatureEcheance, string>> = {
  loyer: "Loyer",
  charges: "Charges",
  depot: "Dépôt de garantie",
  regularisation: "Régularisation de charges",
  assurance: "Assurance",
  contribution: "Contribution",
  reparation: "Réparation",
  solde_anterieur: "Solde antérieur",
  trop_percu: "Trop-perçu à rendre",
};

/** Whether a sum is held for the tenant and is nobody's income: his deposit, or an overpayment to refund to him. */
export const tenuePourLui = (nature: NatureEcheance | "majoration"): boolean =>
  nature === "depot" || nature === "trop_percu";

/** A sum called from a tenant, and its unpaid part. */
export interface EcheanceDue {
  id: number;
  mois: Mois;
  exigibleLe: Jour;
  nature: NatureEcheance;
  /** Cents, zero or more; a sum at zero is settled. */
  reste: Centimes;
}

/** The part of a payment that settles one sum; cents. */
export interface Imputation {
  echeanceId: number;
  montant: Centimes;
}

/**
 * Decides which debts a payment settles (art. 1342-10 of the Code civil; locataires/README §12.3): the debts that the
 * debtor names, then the oldest due days; debts of equal age share in proportion. A claim too old for the court is
 * settled only when the debtor names it.
 *
 * @param paiement cents; `mois` and `nommees`: the months and the sums that the debtor names
 * @returns cents: the parts, and the rest of the payment, which becomes an advance
 */
export function imputer(
  paiement: {
    montant: Centimes;
    date: Jour;
    mois?: readonly Mois[];
    nommees?: readonly number[];
  },
  echeances: readonly EcheanceDue[],
): { imputations: Imputation[]; avance: Centimes } {
  const nommee = ({ id, mois }: EcheanceDue) =>
    (paiement.mois?.includes(mois) ?? false) || (paiement.nommees?.includes(id) ?? false);
  // Sorting by due day puts the sums already due before those to come.
  const place = (echeance: EcheanceDue) =>
    [nommee(echeance) ? "0" : "1", echeance.exigibleLe, echeance.mois].join(" ");
  const admises = echeances.filter(
    (echeance) =>
      echeance.reste > 0 && (nommee(echeance) || !prescrite(echeance.exigibleLe, paiement.date)),
  );
  const groupes = [...Map.groupBy(admises, place)].toSorted(([a], [b]) => ordre(a, b));
  let avance = paiement.montant;
  const imputations: Imputation[] = [];
  for (const [, groupe] of groupes) {
    const restes = groupe.map(({ reste }) => reste);
    const du = restes.reduce((somme, reste) => somme + reste, 0);
    const parts = repartir(Math.min(avance, du), restes);
    for (const [rang, { id }] of groupe.entries()) {
      const montant = parts[rang] ?? 0;
      if (montant > 0) imputations.push({ echeanceId: id, montant });
      avance -= montant;
    }
  }
  return { imputations, avance };
}
