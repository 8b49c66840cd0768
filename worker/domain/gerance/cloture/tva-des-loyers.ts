import { type Euros, enCentimes, enEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { Payeur } from "../locataires/reglement.ts";
import type { EncaissementRendu } from "./compte-rendu.ts";
import { depuisTTC } from "./honoraires.ts";

/**
 * The nature of a sum received; `majoration`: what a tenant pays above the premium of the insurance that was taken out for
 * him, which alone is income of what he pays back.
 */
export type NatureDeRecette = NatureEcheance | "majoration";

const DU_LOYER: readonly NatureDeRecette[] = [
  "loyer",
  "charges",
  "regularisation",
  "solde_anterieur",
];

/**
 * Whether a sum received bears the VAT of the lease: its rent and its charges do; what an insurer pays in their place is an
 * indemnity, which bears none (Code général des impôts, art. 256, 261 D, 2°).
 */
export const porteLaTva = (nature: NatureDeRecette, payeur: Payeur | null): boolean =>
  DU_LOYER.includes(nature) && payeur !== "gli" && payeur !== "visale";

/**
 * The VAT within a sum received, in cents.
 * @param taux percent
 */
export const tvaDe = (ttc: Centimes, taux: number): Centimes =>
  depuisTTC(ttc, Math.round(taux * 100)).tva;

/** The sums that an owner received with VAT, and their VAT; euros. */
export interface TvaEncaissee {
  /** Percent; 0: none, by art. 293 B. */
  taux: number;
  ttc: Euros;
  ht: Euros;
  tva: Euros;
}

/** The VAT within the sums of an account, by rate: the sums of what each line has. */
export const tvaDuCompte = (recus: readonly EncaissementRendu[]): TvaEncaissee[] =>
  [
    ...Map.groupBy(
      recus.flatMap(({ tva }) => tva ?? []),
      ({ taux }) => taux,
    ),
  ]
    .map(([taux, loyersDuTaux]) => {
      const total = (de: (loyer: (typeof loyersDuTaux)[number]) => Euros) =>
        loyersDuTaux.reduce((somme, loyer) => somme + enCentimes(de(loyer)), 0);
      const [ttc, tva] = [total((loyer) => loyer.ttc), total(({ montant }) => montant)];
      return { taux, ttc: enEuros(ttc), ht: enEuros(ttc - tva), tva: enEuros(tva) };
    })
    .toSorted((ligne, autre) => ligne.taux - autre.taux);
