import type { REGIMES_TVA, TYPES_BAIL } from "../../biens/dossier.ts";
import { type Euros, enCentimes, enEuros, TVA_USUELLE } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { Payeur } from "../locataires/reglement.ts";
import type { EncaissementRendu } from "./compte-rendu.ts";
import { depuisTTC } from "./honoraires.ts";

/**
 * The VAT rate included in the rent and charges of a lease, in percent; 0 under art. 293 B; null when unknown, or when
 * the lease is not of a parking space.
 */
export function tauxTvaDuLoyer({
  typeBail,
  regimeTva,
}: {
  typeBail: (typeof TYPES_BAIL)[number] | null;
  regimeTva: (typeof REGIMES_TVA)[number] | null;
}): number | null {
  if (typeBail !== "stationnement" || regimeTva === null) return null;
  return regimeTva === "franchise" ? 0 : TVA_USUELLE;
}

/**
 * The nature of a sum received for tax purposes; `majoration`: the increase that the tenant pays on top of an
 * insurance premium advanced by his owner, the only income in that repayment.
 */
export type NatureDeRecette = NatureEcheance | "majoration";

const DU_LOYER: readonly NatureDeRecette[] = [
  "loyer",
  "charges",
  "regularisation",
  "solde_anterieur",
];

/**
 * Whether a sum received bears the VAT of the lease: rent, charges, their settlement and a former balance do. No
 * other sum does, nor a sum paid by an insurer or by Visale (Code général des impôts, art. 256, 261 D, 2°).
 */
export const porteLaTva = (nature: NatureDeRecette, payeur: Payeur | null): boolean =>
  DU_LOYER.includes(nature) && payeur !== "gli" && payeur !== "visale";

/** The VAT within a sum received, in cents. @param ttc cents; `taux`: percent */
export const tvaDe = (ttc: Centimes, taux: number): Centimes =>
  depuisTTC(ttc, Math.round(taux * 100)).tva;

/** The sums that an owner received at one VAT rate, and their VAT; euros. */
export interface TvaEncaissee {
  /** The rate in percent; 0: no VAT, by art. 293 B. */
  taux: number;
  ttc: Euros;
  ht: Euros;
  tva: Euros;
}

/** The VAT within the sums received of a statement, added up by rate; euros. */
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
