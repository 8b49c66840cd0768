import type { Jour } from "../dates.ts";
import { type Euros, enEuros } from "../montants.ts";
import { montantEcrit } from "./montant-ecrit.ts";
import { ReleveRefuse } from "./releve.ts";
import type { Centimes } from "./repartition.ts";

/** What the agency held for others on an evening. */
export interface JourDeFonds {
  date: Jour;
  /** Cents. */
  montant: Centimes;
}

/** How near the greatest sum held came to the guarantee. */
export type EtatPointe = "couverte" | "proche" | "depassee" | "inconnue";

/** Part of the guarantee from which the agency is warned. */
const SEUIL_PROCHE = 0.8;

/** The greatest sum held in a period, against the guarantee (décret n° 72-678, art. 28 to 31); euros. */
export interface Pointe {
  du: Jour;
  au: Jour;
  max: Euros;
  /** The first day of it; null where nothing was held. */
  maxLe: Jour | null;
  /** As the settings say it; null where they do not say it in figures. */
  garantie: Euros | null;
  etat: EtatPointe;
  /** Each day on which the sum changed, and the two ends. */
  jours: { date: Jour; montant: Euros }[];
}

/** The sum guaranteed, from how people write it: « 110 000 € »; null for anything else. */
export function montantGaranti(texte: string): Centimes | null {
  try {
    const cents = montantEcrit(texte);
    return cents > 0 ? cents : null;
  } catch (error) {
    if (error instanceof ReleveRefuse) return null;
    throw error;
  }
}

/** How near a sum is to the guarantee: it warns from 80 % on, and above it (domain/README §12.19); cents. */
export function etatPointe(max: Centimes, garantie: Centimes | null): EtatPointe {
  if (garantie === null) return "inconnue";
  if (max > garantie) return "depassee";
  return max >= garantie * SEUIL_PROCHE ? "proche" : "couverte";
}

/** The greatest sum held over the evenings of a period. */
export function pointe(
  periode: { du: Jour; au: Jour },
  jours: readonly JourDeFonds[],
  garantMontant: string,
): Pointe {
  const garantie = montantGaranti(garantMontant);
  let max: JourDeFonds | null = null;
  for (const jour of jours) if (jour.montant > (max?.montant ?? 0)) max = jour;
  return {
    ...periode,
    max: enEuros(max?.montant ?? 0),
    maxLe: max?.date ?? null,
    garantie: garantie === null ? null : enEuros(garantie),
    etat: etatPointe(max?.montant ?? 0, garantie),
    jours: jours.map(({ date, montant }) => ({ date, montant: enEuros(montant) })),
  };
}

/** A sentence for `/controles` and the screen; amounts as they are written. */
export const MOTS_POINTE: Readonly<Record<EtatPointe, string>> = {
  couverte: "Les fonds détenus restent sous la garantie",
  proche: "Les fonds détenus approchent de la garantie",
  depassee: "Garantie dépassée : faites-la relever avant de recevoir davantage",
  inconnue: "Le montant garanti n’est pas donné en chiffres dans les paramètres",
};
