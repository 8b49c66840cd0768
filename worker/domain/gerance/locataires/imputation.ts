import { ajouterAnnees, ajouterJours, type Jour, type Mois } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";

/** The natures of the sums that a tenant may owe. */
export const NATURES = [
  "loyer",
  "charges",
  "depot",
  "regularisation",
  "assurance",
  "contribution",
  "reparation",
  "solde_anterieur",
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
};

/** A sum called from a tenant, and what is left of it. */
export interface EcheanceDue {
  id: number;
  mois: Mois;
  exigibleLe: Jour;
  nature: NatureEcheance;
  /** Cents, more than zero. */
  reste: Centimes;
}

/** A part of a payment that settles a part of what is owed. */
export interface Imputation {
  echeanceId: number;
  montant: Centimes;
}

/** A claim of a lease is extinct after three years (art. 7-1 of loi n° 89-462). */
const ANNEES_DE_PRESCRIPTION = 3;

/** The last day on which the claim of that due day may be brought to court (art. 7-1 of loi n° 89-462). */
export const dernierJourExigible = (exigibleLe: Jour): Jour =>
  ajouterAnnees(exigibleLe, ANNEES_DE_PRESCRIPTION);

/** The first due day whose claim may still be brought to court. */
export function premierJourExigible(today: Jour): Jour {
  const jour = ajouterAnnees(today, -ANNEES_DE_PRESCRIPTION);
  // For 29 February, the same day three years before was the 28th, whose three years ended on the eve.
  return dernierJourExigible(jour) < today ? ajouterJours(jour, 1) : jour;
}

/** Whether the claim of that due day can no longer be brought to court on this day. */
export const prescrite = (exigibleLe: Jour, today: Jour): boolean =>
  dernierJourExigible(exigibleLe) < today;

/**
 * The debts that a payment settles (art. 1342-10 of the Code civil; locataires/README §12.3): those the debtor names;
 * else those that are due, the oldest due day first, then those called and not yet due; among debts of equal age, in
 * proportion to what is left of each. A claim that is extinct is settled only when named.
 * @param paiement cents; `mois` and `nommees`: the months and the sums called that the debtor names
 * @returns the parts, and what is left over, which becomes an advance
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
  // The sums already due come first: they fell due before the others.
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
