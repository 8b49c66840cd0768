import { ajouterMois, dansMois, type Jour, type Mois, moisDe, terme } from "../../dates.ts";
import { type Euros, enEuros } from "../../montants.ts";
import { type Centimes, enParts } from "../livres/repartition.ts";

/** The greatest increase of the premium charged to the tenant, in percent (décret n° 2016-383, art. 1). */
export const MAJORATION_AU_PLUS = 10;

/** The tenant pays the premium in twelfths (loi n° 89-462, art. 7, g). */
const DOUZIEMES = 12;

/** The yearly insurance that an owner takes out for a tenant who proves none (locataires/README §12.28). */
export interface AssuranceSouscrite {
  /** The first day of the contract. */
  du: Jour;
  prime: Centimes;
  /** The increase charged to the tenant, in percent of the premium. */
  majoration: number;
  /** The first month whose receipt asks for a twelfth. */
  premierMois: Mois;
  /**
   * The last day of a contract ended early because the tenant proved his own insurance; null: the contract runs its
   * year.
   */
  finLe: Jour | null;
}

/** The sum to recover from the tenant: the premium plus its increase, in cents, rounded down. */
export const aRecuperer = ({
  prime,
  majoration,
}: Pick<AssuranceSouscrite, "prime" | "majoration">): Centimes =>
  prime + Math.floor((prime * Math.round(majoration * 100)) / 10_000);

/** The last day that the contract covers. */
export const finDeLAssurance = ({ du, finLe }: Pick<AssuranceSouscrite, "du" | "finLe">): Jour =>
  finLe ?? terme(du, DOUZIEMES);

/** How many twelfths the tenant owes: one for each whole month that the contract covered, twelve at most. */
function douziemesDus(assurance: Pick<AssuranceSouscrite, "du" | "finLe">): number {
  const fin = finDeLAssurance(assurance);
  let mois = 0;
  while (mois < DOUZIEMES && terme(assurance.du, mois + 1) <= fin) mois++;
  return mois;
}

/**
 * The part of the premium and its increase that the receipt of one month bills; `majoration`: the increase within it.
 * Cents.
 */
export interface Douzieme {
  montant: Centimes;
  majoration: Centimes;
}

/**
 * The twelfth that the receipt of a month asks for (loi n° 89-462, art. 7, g; locataires/README §12.28).
 *
 * @returns cents; zeros for a month without a twelfth
 */
export function douziemeDuMois(assurance: AssuranceSouscrite, mois: Mois): Douzieme {
  const rang = rangDuMois(assurance.premierMois, mois);
  if (rang < 0 || rang >= douziemesDus(assurance)) return { montant: 0, majoration: 0 };
  const montant = enParts(aRecuperer(assurance), DOUZIEMES)[rang] ?? 0;
  return { montant, majoration: montant - (enParts(assurance.prime, DOUZIEMES)[rang] ?? 0) };
}

const rangDuMois = (premier: Mois, mois: Mois): number =>
  (Number(mois.slice(0, 4)) - Number(premier.slice(0, 4))) * 12 +
  Number(mois.slice(5)) -
  Number(premier.slice(5));

/** The twelfths of all the insurances of a dossier that the receipt of a month bills, added up; cents. */
export const douziemesDuMois = (assurances: readonly AssuranceSouscrite[], mois: Mois): Douzieme =>
  assurances
    .map((assurance) => douziemeDuMois(assurance, mois))
    .reduce(
      (total, { montant, majoration }) => ({
        montant: total.montant + montant,
        majoration: total.majoration + majoration,
      }),
      { montant: 0, majoration: 0 },
    );

/** The twelfths that the receipts of a dossier ask for, by month, in euros; a month without a twelfth is absent. */
export type DouziemesDemandes = Readonly<Record<Mois, Euros>>;

/** The twelfths of all the insurances of a dossier, by month, in euros. */
export function douziemesDemandes(assurances: readonly AssuranceSouscrite[]): DouziemesDemandes {
  const mois = assurances.flatMap((assurance) =>
    Array.from({ length: douziemesDus(assurance) }, (_, rang) =>
      ajouterMois(assurance.premierMois, rang),
    ),
  );
  return Object.fromEntries(
    mois.map((moisDit) => [moisDit, enEuros(douziemesDuMois(assurances, moisDit).montant)]),
  );
}

/**
 * The first month whose receipt bills a twelfth: the month begins on the first day of the contract or later, and
 * after the last month already billed.
 *
 * @param du the first day of the contract
 * @param dernierMois the last month already billed; null without one
 */
export function premierMoisDemande(du: Jour, dernierMois: Mois | null): Mois {
  const suivant = du.endsWith("-01") ? moisDe(du) : ajouterMois(moisDe(du), 1);
  return dernierMois !== null && dernierMois >= suivant ? ajouterMois(dernierMois, 1) : suivant;
}

/**
 * The first day on which the owner may take out the insurance: a month after the tenant received the formal notice
 * (loi n° 89-462, art. 7, g).
 */
export const souscriptibleLe = (miseEnDemeureLe: Jour): Jour => dansMois(miseEnDemeureLe, 1);

/** A row of `GET /Dossier/{id}/assurance`; euros, and the increase in percent. */
export interface AssuranceRow {
  id: number;
  miseEnDemeureLe: Jour;
  du: Jour;
  /** The last day that the contract covers. */
  au: Jour;
  prime: number;
  majoration: number;
  /** The premium and its increase. */
  total: number;
  premierMois: Mois;
  finLe: Jour | null;
  user: string | null;
  createdAt: string;
}

/** `GET /Dossier/{id}/assurance`: the insurances that the owner took out for the tenant, the latest first. */
export interface AssurancesDuDossier {
  /** The first insurance that covers today or begins later; one that ended early does not count. Null without one. */
  actuelle: AssuranceRow | null;
  historique: AssuranceRow[];
  /** The last day of the tenant's own insurance; null: nobody noted that day. */
  assuranceFin: Jour | null;
  /**
   * The expected delivery day of the last formal notice that the product made after `assuranceFin`; null without one.
   */
  miseEnDemeureLe: Jour | null;
}
