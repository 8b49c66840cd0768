import type { Jour } from "../../dates.ts";
import { type Euros, enEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { montantEcrit } from "../banque/montant-ecrit.ts";
import { ReleveRefuse } from "../banque/releve.ts";
import type { Centimes } from "./repartition.ts";

/** The sum that the agency held for others on an evening. */
export interface JourDeFonds {
  date: Jour;
  /** Cents. */
  montant: Centimes;
}

/** A change of the guaranteed sum: from the evening of its day on, the former value no longer holds. */
export interface ChangementDeGarantie {
  date: Jour;
  /** The former value, as people wrote it; null where there was none. */
  avant: string | null;
}

/** The sums held against the guarantee. */
export type EtatPointe = "couverte" | "proche" | "depassee" | "inconnue";

/** The part of the guarantee above which the agency is warned. */
const SEUIL_PROCHE = 0.8;

/** The sum of an evening, against the guarantee in force; euros. */
export interface JourDePointe {
  date: Jour;
  montant: Euros;
  /** Null where nobody has said it in figures. */
  garantie: Euros | null;
}

/** The greatest sum held in a period, and each evening against the guarantee of its day (décret n° 72-678, art. 28 to 31); euros. */
export interface Pointe {
  du: Jour;
  au: Jour;
  max: Euros;
  /** The first day of it; null where nothing was held. */
  maxLe: Jour | null;
  /** The guarantee of the last evening. */
  garantie: Euros | null;
  /** The state of the worst evening. */
  etat: EtatPointe;
  /** The evening that went furthest above the guarantee of its day; null where none did. */
  depassement: JourDePointe | null;
  /** The days on which the sum or the guarantee changed, and the two ends. */
  jours: JourDePointe[];
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

/** The state of a sum against the guarantee: near from 80 % on, then above (cloture/README §12.19); cents. */
export function etatPointe(max: Centimes, garantie: Centimes | null): EtatPointe {
  if (garantie === null) return "inconnue";
  if (max > garantie) return "depassee";
  return max >= garantie * SEUIL_PROCHE ? "proche" : "couverte";
}

/**
 * The guarantee in force on an evening, in cents: what the settings said then; where that was not in figures, what they said
 * next; null while they have not (cloture/README §12.19).
 * @param changements all its changes, in their order
 * @param actuelle as the settings say it now
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
 * The sums held over the evenings of a period, each against the guarantee of its day.
 * @param jours those on which the sum changed, in their order, and the two ends
 * @param garantie all the changes of the guarantee, in their order, and what the settings say now
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

/** The same days, with those on which the guarantee changed: each has the sum of the day before it. */
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

/** The guarantee of the last evening is less than the greatest sum held in the period (décret n° 72-678, art. 28 to 31). */
export const garantieInsuffisante = ({
  max,
  garantie,
}: Pick<Pointe, "max" | "garantie">): boolean => garantie !== null && max > garantie;

/** The sums held against the guarantee, in a sentence for `/controles` and the screen. */
export function motsDePointe({ etat, jours }: Pick<Pointe, "etat" | "jours">): string {
  const { montant, garantie } = jours.at(-1) ?? { montant: 0, garantie: null };
  const finie = etat === "depassee" && garantie !== null && montant <= garantie;
  return finie ? "La garantie a été dépassée, elle ne l’est plus" : MOTS[etat];
}
