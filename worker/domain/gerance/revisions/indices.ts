import { PREMIER_TRIMESTRE, SERIES_IRL, type SerieIrl, type Trimestre } from "../../bail/irl.ts";
import type { Centimes } from "../livres/repartition.ts";

/** An index published by the INSEE and typed by staff; the value is in hundredths, 14837 for 148,37. */
export interface IndiceValeur extends Trimestre {
  serie: SerieIrl;
  valeur: number;
}

/**
 * An index as a list shows it, with its former values, the latest first. Values are written as the INSEE writes them:
 * 148.37.
 */
export interface IndiceRow extends IndiceValeur {
  id: number;
  user: string | null;
  createdAt: string;
  /**
   * The reason of the last correction, which is required when a revision had used the former value; null without one.
   */
  motif: string | null;
  /** Whether a revision, not cancelled, used this value. */
  employe: boolean;
  anciennes: { valeur: number; user: string | null; createdAt: string; remplaceLe: string }[];
}

/** The value of a quarter in a series; null while nobody typed it. */
export const valeurDe = (
  indices: readonly IndiceValeur[],
  serie: SerieIrl,
  { annee, trimestre }: Trimestre,
): number | null =>
  indices.find(
    (indice) => indice.serie === serie && indice.annee === annee && indice.trimestre === trimestre,
  )?.valeur ?? null;

/** The same quarter, `annees` years later; a negative number gives an earlier year. */
export const anneesPlusTard = ({ annee, trimestre }: Trimestre, annees: number): Trimestre => ({
  annee: annee + annees,
  trimestre,
});

/** The rank of a quarter, as an integer that grows with time. */
const rang = ({ annee, trimestre }: Trimestre): number => annee * 4 + trimestre - 1;

/** A quarter whose index nobody typed, with the series where it is missing. */
export interface TrimestreManquant extends Trimestre {
  series: SerieIrl[];
}

/**
 * The first quarter whose index nobody typed, in metropolitan France and in each series of a current lease
 * (revisions/README §15.3). Series that miss the same quarter are grouped; the oldest quarter comes first.
 *
 * @param employees the series of the current leases
 */
export function trimestresManquants(
  indices: readonly IndiceValeur[],
  employees: readonly SerieIrl[],
): TrimestreManquant[] {
  const suivies = [...new Set<SerieIrl>(["IRL", ...employees])].toSorted();
  const parTrimestre = Map.groupBy(suivies, (serie) => premierManquant(indices, serie));
  return [...parTrimestre]
    .toSorted(([rang], [autre]) => rang - autre)
    .map(([manquant, series]) => ({
      annee: Math.floor(manquant / 4),
      trimestre: (manquant % 4) + 1,
      series,
    }));
}

function premierManquant(indices: readonly IndiceValeur[], serie: SerieIrl): number {
  const connus = new Set(indices.filter((indice) => indice.serie === serie).map(rang));
  let manquant = rang(PREMIER_TRIMESTRE);
  while (connus.has(manquant)) manquant++;
  return manquant;
}

/** A missing index in words: « 2e trimestre 2026 », with its series when the index of metropolitan France is known. */
export const manquantEnMots = ({ series, ...trimestre }: TrimestreManquant): string =>
  [
    trimestreEnLettres(trimestre),
    ...(series.includes("IRL") ? [] : series.map((serie) => SERIES_IRL[serie])),
  ].join(", ");

/** A quarter in words: « 2e trimestre 2026 ». */
export const trimestreEnLettres = ({ annee, trimestre }: Trimestre): string =>
  `${trimestre}${trimestre === 1 ? "er" : "e"} trimestre ${annee}`;

/**
 * An amount revised by the ratio of two indices, half a cent rounded up (loi n° 89-462, art. 17-1, I; revisions/README
 * §15.3); cents.
 *
 * @param ancien, nouveau the indices, in hundredths
 */
export const montantRevise = (montant: Centimes, ancien: number, nouveau: number): Centimes =>
  Math.round((montant * nouveau) / ancien);

/** The monthly amounts that a revision changes; cents. */
export interface MontantsRevises {
  loyer: Centimes;
  /** The lump sum of charges that follows the rent; zero without one. */
  forfait: Centimes;
}

/**
 * The amounts of a revision by its indices. When the index falls, the amounts stay the same if the settings say that
 * a fall lowers no rent (revisions/README §15.3).
 *
 * @param indices hundredths
 */
export function montantsRevises(
  { loyer, forfait }: MontantsRevises,
  { ancien, nouveau }: { ancien: number; nouveau: number },
  { baisseIndice }: { baisseIndice: boolean },
): MontantsRevises {
  if (nouveau < ancien && !baisseIndice) return { loyer, forfait };
  return {
    loyer: montantRevise(loyer, ancien, nouveau),
    forfait: montantRevise(forfait, ancien, nouveau),
  };
}

/**
 * The usual bounds of a yearly variation, in percent; `ECART_AU_PLUS`: the greatest accepted gap with the latest
 * earlier index of the series, in hundredths.
 */
const VARIATION = { auMoins: -1, auPlus: 6 } as const;
const ECART_AU_PLUS = 40_00;

/**
 * The result of the check of an index: a refusal in French, or an unusual variation in percent to confirm. Both are
 * null when the index is accepted.
 */
export type ControleDIndice =
  | { refus: string; aConfirmer: null }
  | { refus: null; aConfirmer: number | null };

/**
 * Checks an index as staff type it: a value too far from the latest earlier index is refused, and an unusual
 * variation over a year must be confirmed.
 *
 * @param indices the known values; the values of other series are ignored
 */
export function controleDIndice(
  saisi: IndiceValeur,
  indices: readonly IndiceValeur[],
): ControleDIndice {
  const indicesDeLaSerie = indices.filter(({ serie }) => serie === saisi.serie);
  const dernier = indicesDeLaSerie
    .filter((indice) => rang(indice) < rang(saisi))
    .toSorted((indice, autre) => rang(indice) - rang(autre))
    .at(-1);
  if (dernier && Math.abs(saisi.valeur - dernier.valeur) > ECART_AU_PLUS) {
    return {
      refus: `Trop loin du ${trimestreEnLettres(dernier)} : relisez la valeur publiée.`,
      aConfirmer: null,
    };
  }
  const unAnAvant = valeurDe(indicesDeLaSerie, saisi.serie, anneesPlusTard(saisi, -1));
  if (unAnAvant === null) return { refus: null, aConfirmer: null };
  const variation = Math.round((saisi.valeur / unAnAvant - 1) * 100_00) / 100;
  const usuelle = variation >= VARIATION.auMoins && variation <= VARIATION.auPlus;
  return { refus: null, aConfirmer: usuelle ? null : variation };
}
