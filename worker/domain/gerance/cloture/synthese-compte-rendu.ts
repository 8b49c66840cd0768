import { ajouterMois, type Jour, jourDuMois, moisDe, plusTard } from "../../dates.ts";
import { type Euros, enCentimes, enEuros, somme } from "../../montants.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { ContenuCompteRendu, MandantRendu } from "./compte-rendu.ts";
import { honorairesDits } from "./honoraires-pris.ts";
import { LIGNES_PARTAGEES } from "./parts-du-compte.ts";

/**
 * The lines of the summary of an owner's statement, in euros; a deduction is below zero, so that the lines add up.
 */
export interface Synthese {
  soldePrecedent: Euros;
  encaissements: Euros;
  honoraires: Euros;
  assuranceLoyers: Euros;
  depenses: Euros;
  autresMouvements: Euros;
  solde: Euros;
  /**
   * The sums kept aside (bills approved for payment, money that left after the period), below zero. With `provision`,
   * never more than the balance.
   */
  reserves: Euros;
  provision: Euros;
  reversement: Euros;
}

/** The lines of the summary between the balance and the sum paid over. */
const RETENUES = ["reserves", "provision"] as const;

/**
 * The summary of an owner's statement when the agency receives the rents (cloture/README §12.17). Its lines add up to
 * the balance. A balance above zero, less the money kept, is the sum paid over. Euros.
 */
export function syntheseDe(contenu: ContenuCompteRendu): Synthese {
  const { soldePrecedent, encaissements, autresMouvements, solde, reversement } = contenu;
  const garde = solde > 0 ? somme(solde, -reversement) : 0;
  const reserves = Math.min(contenu.reserves, garde);
  return {
    soldePrecedent,
    encaissements,
    honoraires: 0 - honorairesDits(contenu).pris,
    assuranceLoyers: 0 - contenu.assuranceLoyers,
    depenses: 0 - contenu.depenses,
    autresMouvements,
    solde,
    reserves: 0 - reserves,
    provision: 0 - somme(garde, -reserves),
    reversement,
  };
}

export interface PartDeSynthese {
  mandant: MandantRendu;
  synthese: Synthese;
}

/**
 * The part of each owner in each line of the summary (reversements/README §12.18), in the order of the owners; euros.
 * The lines of an owner add up to his balance. The parts add up to each line, except for the cents of rounding that go
 * to the largest line of an owner.
 */
export function partsDeSynthese(contenu: ContenuCompteRendu): PartDeSynthese[] {
  const { mandants } = contenu;
  const synthese = syntheseDe(contenu);
  const poids = poidsDe(mandants);
  const parLigne = Object.fromEntries(
    Object.entries(synthese).map(([nom, montant]) => [nom, partager(enCentimes(montant), poids)]),
  ) as Record<keyof Synthese, Centimes[]>;
  const ajustee = [...LIGNES_PARTAGEES].toSorted(
    (ligne, autre) => Math.abs(synthese[autre]) - Math.abs(synthese[ligne]),
  )[0];
  const partsDites = mandants.map((mandant, rang) =>
    partDite(mandant, synthese, parLigne.reserves[rang]),
  );
  if (partsDites.every((part) => part !== null)) return partsDites;
  return mandants.map((mandant, rang) => {
    const de = (nom: keyof Synthese) => parLigne[nom][rang] ?? 0;
    const reversement = enCentimes(mandant.montant);
    const retenu = RETENUES.reduce((total, nom) => total + de(nom), 0);
    const solde = synthese.solde > 0 ? reversement - retenu : de("solde");
    const mouvements = LIGNES_PARTAGEES.reduce((total, nom) => total + de(nom), 0);
    const centimes = Object.fromEntries(
      (Object.keys(synthese) as (keyof Synthese)[]).map((nom) => [nom, de(nom)]),
    );
    if (ajustee) centimes[ajustee] = de(ajustee) + solde - mouvements;
    return {
      mandant,
      synthese: Object.fromEntries(
        Object.entries({ ...centimes, solde, reversement }).map(([nom, valeur]) => [
          nom,
          enEuros(valeur),
        ]),
      ) as unknown as Synthese,
    };
  });
}

/** The part of an owner that the statement itself stores; null for an older statement. */
function partDite(
  mandant: MandantRendu,
  entiere: Synthese,
  reserves: Centimes = 0,
): PartDeSynthese | null {
  const { lignes, garde, montant } = mandant;
  if (!lignes || garde === undefined) return null;
  const solde = somme(...LIGNES_PARTAGEES.map((ligne) => lignes[ligne]));
  const retenu = entiere.solde > 0 ? garde : 0;
  const pourFactures = entiere.solde > 0 ? enEuros(reserves) : 0;
  return {
    mandant,
    synthese: {
      ...lignes,
      solde,
      reserves: pourFactures,
      provision: 0 - somme(retenu, pourFactures),
      reversement: montant,
    },
  };
}

/** Shares a sum of either sign by weights, to the cent. @param montant cents */
export const partager = (montant: Centimes, poids: readonly number[]): Centimes[] =>
  repartir(Math.abs(montant), poids).map((part) => Math.sign(montant) * part + 0);

/** The shares of the owners as weights over a common denominator; equal weights when nobody gave the shares. */
export function poidsDe(mandants: readonly Pick<MandantRendu, "num" | "den">[]): number[] {
  const commun = mandants.reduce((multiple, { den }) => ppcm(multiple, den), 1);
  const poids = mandants.map(({ num, den }) => (num * commun) / den);
  return poids.some((nombre) => nombre > 0) ? poids : mandants.map(() => 1);
}

const pgcd = (a: number, b: number): number => (b === 0 ? a : pgcd(b, a % b));
const ppcm = (a: number, b: number) => (a / pgcd(a, b)) * b;

/**
 * The day on which the sum of a statement is paid to the owners: the day that the mandate sets, in the month after the
 * period; never before `editeLe`, the day of the statement.
 */
export function jourDuReversement({
  au,
  editeLe,
  jourReversement,
}: Pick<ContenuCompteRendu, "au" | "editeLe" | "jourReversement">): Jour {
  return plusTard(jourDuMois(ajouterMois(moisDe(au), 1), jourReversement), editeLe);
}

/** The share of an owner in words: « 60 % », « 1/3 ». */
export function quotePart({ num, den }: Pick<MandantRendu, "num" | "den">): string {
  const centiemes = (10_000 * num) / den;
  if (!Number.isInteger(centiemes)) return `${num}/${den}`;
  return `${String(centiemes / 100).replace(".", ",")}\u00A0%`;
}
