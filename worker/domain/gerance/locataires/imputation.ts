import { ajouterAnnees, ajouterJours, type Jour, type Mois } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";

/** What a tenant may owe. */
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

/** Claims of a lease are extinct after three years (art. 7-1 of loi n° 89-462). */
const ANNEES_DE_PRESCRIPTION = 3;

/** The last day on which the claim of that due day may be sued for (art. 7-1 of loi n° 89-462). */
export const dernierJourExigible = (exigibleLe: Jour): Jour =>
  ajouterAnnees(exigibleLe, ANNEES_DE_PRESCRIPTION);

/** The first due day whose claim may still be sued for. */
export function premierJourExigible(today: Jour): Jour {
  const jour = ajouterAnnees(today, -ANNEES_DE_PRESCRIPTION);
  // Of 29 February, the same day three years before was the 28th, whose three years ended on the eve.
  return dernierJourExigible(jour) < today ? ajouterJours(jour, 1) : jour;
}

/** The claim of that day can no longer be sued for on this one. */
export const prescrite = (exigibleLe: Jour, today: Jour): boolean =>
  dernierJourExigible(exigibleLe) < today;

/**
 * Which debts a payment settles (art. 1342-10 of the Code civil; domain/README §12.3): those the debtor names; else those
 * that are due, the oldest month first, then those called and not yet due; within a month, in proportion to what is
 * left of each. A claim that is extinct is settled only when named.
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
  // What is due comes before what is not yet: it fell due before.
  const place = (une: EcheanceDue) => [nommee(une) ? "0" : "1", une.exigibleLe, une.mois].join(" ");
  const admises = echeances.filter(
    (une) => une.reste > 0 && (nommee(une) || !prescrite(une.exigibleLe, paiement.date)),
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
