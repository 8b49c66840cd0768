import type { Jour } from "../../dates.ts";
import { type Euros, enEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { montantEcrit } from "../banque/montants-et-jours-ecrits.ts";
import { ReleveRefuse } from "../banque/releve.ts";
import type { Centimes } from "./repartition.ts";

/** The money that the agency held for others at the end of a day. */
export interface JourDeFonds {
  date: Jour;
  montant: Centimes;
}

/** A change of the guaranteed amount: the former amount applies until the eve of `date`. */
export interface ChangementDeGarantie {
  date: Jour;
  /** The former amount as somebody typed it; null when there was none. */
  avant: string | null;
}

/** The state of the money held, compared with the agency's guarantee. */
export type EtatPointe = "couverte" | "proche" | "depassee" | "inconnue";

/** The product warns the agency once the money held reaches this part of the guarantee. */
const SEUIL_PROCHE = 0.8;

/** The money held at the end of a day, and the guarantee in force; euros. */
export interface JourDePointe {
  date: Jour;
  montant: Euros;
  /** The guaranteed amount; null when no setting gives it in figures. */
  garantie: Euros | null;
}

/**
 * The greatest sum held in a period, and each evening beside the guarantee of its day (décret n° 72-678, art. 28 to
 * 31); euros.
 */
export interface Pointe {
  du: Jour;
  au: Jour;
  max: Euros;
  /** The first day on which the greatest sum was held; null when nothing was held. */
  maxLe: Jour | null;
  /** The guarantee on the last evening; null when it is unknown. */
  garantie: Euros | null;
  /** The worst state among the evenings. */
  etat: EtatPointe;
  /** The evening on which the sum held exceeded the guarantee most; null when it never did. */
  depassement: JourDePointe | null;
  /** The two ends of the period, and the days on which the sum or the guarantee changed. */
  jours: JourDePointe[];
}

/**
 * The guaranteed amount in cents, read from a typed text such as « 110 000 € »; null for a text that is no amount,
 * and for an amount of zero or less.
 */
export function montantGaranti(texte: string): Centimes | null {
  try {
    const cents = montantEcrit(texte);
    return cents > 0 ? cents : null;
  } catch (error) {
    if (error instanceof ReleveRefuse) return null;
    throw error;
  }
}

/**
 * The state of a sum held, compared with the guarantee: near from 80 %, exceeded above 100 % (cloture/README §12.19).
 *
 * @param max, garantie cents; null: the guarantee is unknown, and so is the state
 */
export function etatPointe(max: Centimes, garantie: Centimes | null): EtatPointe {
  if (garantie === null) return "inconnue";
  if (max > garantie) return "depassee";
  return max >= garantie * SEUIL_PROCHE ? "proche" : "couverte";
}

/**
 * The guarantee in force at the end of a day, in cents (cloture/README §12.19): the setting of that day, or the first
 * later setting written in figures. Null when no setting is in figures.
 *
 * @param changements every change of the setting, the oldest first
 * @param actuelle the setting today
 */
export function garantieDuSoir(
  soir: Jour,
  changements: readonly ChangementDeGarantie[],
  actuelle: string,
): Centimes | null {
  const suite = changements.filter(({ date }) => date > soir).map(({ avant }) => avant ?? "");
  for (const texte of [...suite, actuelle]) {
    const garantie = montantGaranti(texte);
    if (garantie !== null) return garantie;
  }
  return null;
}

const DU_PIRE: readonly EtatPointe[] = ["depassee", "inconnue", "proche", "couverte"];

/**
 * The sums held over the evenings of a period, each beside the guarantee of its day.
 *
 * @param jours cents: the days on which the sum changed, in order, and the two ends of the period
 * @param garantie every change of the guarantee, the oldest first, and the setting today
 */
export function pointe(
  periode: { du: Jour; au: Jour },
  jours: readonly JourDeFonds[],
  garantie: { changements: readonly ChangementDeGarantie[]; actuelle: string },
): Pointe {
  const soirs = avecLesChangements(periode, jours, garantie.changements).map((jour) => ({
    ...jour,
    garantie: garantieDuSoir(jour.date, garantie.changements, garantie.actuelle),
  }));
  const etats = new Set(soirs.map((soir) => etatPointe(soir.montant, soir.garantie)));
  let max: JourDeFonds | null = null;
  let depassement: (typeof soirs)[number] | null = null;
  for (const soir of soirs) {
    if (soir.montant > (max?.montant ?? 0)) max = soir;
    if (exces(soir) > (depassement ? exces(depassement) : 0)) depassement = soir;
  }
  return {
    ...periode,
    max: enEuros(max?.montant ?? 0),
    maxLe: max?.date ?? null,
    garantie: ditEnEuros(soirs.at(-1)?.garantie ?? null),
    etat: DU_PIRE.find((etat) => etats.has(etat)) ?? "inconnue",
    depassement: depassement && enJourDePointe(depassement),
    jours: soirs.map(enJourDePointe),
  };
}

type Soir = JourDeFonds & { garantie: Centimes | null };

const exces = ({ montant, garantie }: Soir) => (garantie === null ? 0 : montant - garantie);

const ditEnEuros = (montant: Centimes | null) => (montant === null ? null : enEuros(montant));

const enJourDePointe = ({ date, montant, garantie }: Soir): JourDePointe => ({
  date,
  montant: enEuros(montant),
  garantie: ditEnEuros(garantie),
});

/** Adds the days on which only the guarantee changed, each with the sum already held. */
function avecLesChangements(
  { du, au }: { du: Jour; au: Jour },
  jours: readonly JourDeFonds[],
  changements: readonly ChangementDeGarantie[],
): JourDeFonds[] {
  const connus = new Set(jours.map(({ date }) => date));
  const autres = new Set(
    changements
      .map(({ date }) => date)
      .filter((date) => date > du && date < au && !connus.has(date)),
  );
  const ajoutes = [...autres].map((date) => ({
    date,
    montant: jours.findLast((jour) => jour.date < date)?.montant ?? 0,
  }));
  return [...jours, ...ajoutes].toSorted((mouvement, autre) => ordre(mouvement.date, autre.date));
}

const MOTS: Readonly<Record<EtatPointe, string>> = {
  couverte: "Les fonds détenus restent sous la garantie",
  proche: "Les fonds détenus approchent de la garantie",
  depassee: "Garantie dépassée : faites-la relever avant de recevoir davantage",
  inconnue: "Le montant garanti n’est pas donné en chiffres dans les paramètres",
};

/**
 * Whether the guarantee of the last evening is below the greatest sum of the period (décret n° 72-678, art. 28 to 31).
 */
export const garantieInsuffisante = ({
  max,
  garantie,
}: Pick<Pointe, "max" | "garantie">): boolean => garantie !== null && max > garantie;

/** The French words that compare the money held with the guarantee, for `/controles` and the screen. */
export function motsDePointe({ etat, jours }: Pick<Pointe, "etat" | "jours">): string {
  const { montant, garantie } = jours.at(-1) ?? { montant: 0, garantie: null };
  const finie = etat === "depassee" && garantie !== null && montant <= garantie;
  return finie ? "La garantie a été dépassée, elle ne l’est plus" : MOTS[etat];
}
