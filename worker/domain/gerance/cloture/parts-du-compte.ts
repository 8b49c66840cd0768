import type { Jour } from "../../dates.ts";
import { type Centimes, repartir, repartirSigne } from "../livres/repartition.ts";
import { denominateurCommun, type Part } from "../mandats/parts.ts";

/** The lines of a statement's summary that are shared among owners; added up, they make the balance. */
export const LIGNES_PARTAGEES = [
  "soldePrecedent",
  "encaissements",
  "honoraires",
  "assuranceLoyers",
  "depenses",
  "autresMouvements",
] as const;

export type LignePartagee = (typeof LIGNES_PARTAGEES)[number];

/** An amount of a line of the summary, with the day whose owners' shares divide it; cents. */
export interface FaitPartage {
  ligne: LignePartagee;
  jour: Jour;
  montant: Centimes;
}

/** The part of an owner in a statement; cents. */
export interface PartDuCompte extends Part {
  /** The owner’s part of each line of the summary; added up, they make his part of the balance. */
  lignes: Record<LignePartagee, Centimes>;
  /** The sum paid over to the owner, zero or more. */
  montant: Centimes;
  /** The sum that the statement keeps for the owner; below zero, the sum that he owes. */
  garde: Centimes;
}

/**
 * The day whose shares divide a line of the account: the day of the line or, for a line that cancels another, the day
 * of the cancelled line (reversements/README §12.18).
 */
export const jourDesParts = (ligne: { date: Jour; reprise: { date: Jour } | null }): Jour =>
  ligne.reprise?.date ?? ligne.date;

interface APartager {
  faits: readonly FaitPartage[];
  /** The sum that the previous statement kept for each owner, by his id. */
  gardes: ReadonlyMap<number, Centimes>;
  /** The shares on the last day of the period. */
  finales: readonly Part[];
  partsLe(jour: Jour): readonly Part[];
  provision: Centimes;
  /** The sums kept aside: bills approved for payment, and money that left the account after the period. */
  reserves: Centimes;
}

/**
 * Shares an owner's statement among the owners (reversements/README §12.18): each amount by the shares of its day.
 * The sum kept earlier for an owner goes to him alone. The owners with a share on the last day leave the provision
 * and the sums kept aside (`reserves`) in the account. An owner who left is paid first, even from the provision. An
 * owner whose balance is below zero is paid nothing: the next statement carries his debt.
 *
 * @returns cents: the owners of the last day in their order, then every other owner with a part. The parts add up to
 * each line, except for the cents that make an owner's lines add up to his balance
 */
export function partagerLeCompte({
  faits,
  gardes,
  finales,
  partsLe,
  provision,
  reserves,
}: APartager): PartDuCompte[] {
  const partages = faits.map((fait) => ({ ...fait, parts: partsLe(fait.jour) }));
  const den = denominateurCommun([...finales, ...partages.flatMap(({ parts }) => parts)]);
  const clients = [
    ...new Set([
      ...finales.map(({ ClientId }) => ClientId),
      ...gardes.keys(),
      ...partages.flatMap(({ parts }) => parts.map(({ ClientId }) => ClientId)),
    ]),
  ];
  const rangDe = new Map(clients.map((ClientId, rang) => [ClientId, rang]));
  const exactesDe = (ligne: LignePartagee): bigint[] => {
    const exactes = clients.map((ClientId) =>
      ligne === "soldePrecedent" ? BigInt(gardes.get(ClientId) ?? 0) * den : 0n,
    );
    for (const { parts, montant } of partages.filter((fait) => fait.ligne === ligne)) {
      for (const { ClientId, num, den: denominateur } of parts) {
        const rang = rangDe.get(ClientId) ?? 0;
        const part = BigInt(montant) * BigInt(num) * (den / BigInt(denominateur));
        exactes[rang] = (exactes[rang] ?? 0n) + part;
      }
    }
    return exactes;
  };
  const exactes = new Map(LIGNES_PARTAGEES.map((ligne) => [ligne, exactesDe(ligne)]));
  const totales = clients.map((_, rang) =>
    [...exactes.values()].reduce(
      (total, exactesDeLigne) => total + (exactesDeLigne[rang] ?? 0n),
      0n,
    ),
  );
  const soldes = auCentime(totales, den);
  const finaleDe = clients.map((ClientId) => finales.find((part) => part.ClientId === ClientId));
  const montants = verser({ soldes, totales, den, finaleDe, provision, reserves });
  const lignes = new Map(
    [...exactes].map(([ligne, exactesDeLigne]) => [ligne, auCentime(exactesDeLigne, den)]),
  );
  return clients.map((ClientId, rang): PartDuCompte => {
    const solde = soldes[rang] ?? 0;
    const montant = montants[rang] ?? 0;
    return {
      ClientId,
      num: finaleDe[rang]?.num ?? 0,
      den: finaleDe[rang]?.den ?? 1,
      lignes: enAccord(lignes, rang, solde),
      montant,
      garde: solde - montant,
    };
  });
}

interface AVerser {
  soldes: readonly Centimes[];
  /** The balances in `soldes` before rounding, as numerators over `den`. */
  totales: readonly bigint[];
  den: bigint;
  finaleDe: readonly (Part | undefined)[];
  provision: Centimes;
  reserves: Centimes;
}

function verser({ soldes, totales, den, finaleDe, provision, reserves }: AVerser): Centimes[] {
  const solde = soldes.reduce((total, soldeDuMandant) => total + soldeDuMandant, 0);
  const partis = soldes.map((soldeDuMandant, rang) =>
    finaleDe[rang]?.num ? 0 : Math.max(0, soldeDuMandant),
  );
  const dusAuxPartis = partis.reduce((total, duAuParti) => total + duAuParti, 0);
  const payable = Math.max(0, solde - reserves);
  const reversement = Math.max(0, payable - provision, Math.min(dusAuxPartis, payable));
  const auxPartis = Math.min(dusAuxPartis, reversement);
  const aPart = repartir(auxPartis, partis);
  const garde = BigInt(solde - reversement);
  const poids = totales.map((exacte, rang) => {
    const { num, den: denominateur } = finaleDe[rang] ?? { num: 0, den: 1 };
    if (num === 0) return 0n;
    const due = exacte - garde * BigInt(num) * (den / BigInt(denominateur));
    return due > 0n ? due : 0n;
  });
  const auxAutres = repartir(reversement - auxPartis, poids);
  return soldes.map((_, rang) => (aPart[rang] ?? 0) + (auxAutres[rang] ?? 0));
}

/**
 * Rounds exact sums of either sign, given over `den`, to the cent. The rounded sums keep the total: the cents left
 * over go to the largest remainders.
 */
function auCentime(exactes: readonly bigint[], den: bigint): Centimes[] {
  const bas = exactes.map((exacte) => {
    const quotient = exacte / den;
    return exacte % den < 0n ? quotient - 1n : quotient;
  });
  const restes = exactes.map((exacte, rang) => exacte - (bas[rang] ?? 0n) * den);
  const manque = restes.reduce((total, reste) => total + reste, 0n) / den;
  const servis = restes
    .map((reste, rang) => ({ reste, rang }))
    .toSorted((part, autre) => Number(autre.reste > part.reste) - Number(autre.reste < part.reste))
    .slice(0, Number(manque))
    .map(({ rang }) => rang);
  return bas.map((montant, rang) => Number(montant) + (servis.includes(rang) ? 1 : 0));
}

/**
 * The part of an owner in each line. A cent of rounding goes to his largest line, so that his lines add up to his
 * balance.
 */
function enAccord(
  lignes: ReadonlyMap<LignePartagee, readonly Centimes[]>,
  rang: number,
  solde: Centimes,
): Record<LignePartagee, Centimes> {
  const montants = Object.fromEntries(
    LIGNES_PARTAGEES.map((ligne) => [ligne, lignes.get(ligne)?.[rang] ?? 0]),
  ) as Record<LignePartagee, Centimes>;
  const plusGrande = LIGNES_PARTAGEES.toSorted(
    (ligne, autre) => Math.abs(montants[autre]) - Math.abs(montants[ligne]),
  )[0] as LignePartagee;
  const somme = LIGNES_PARTAGEES.reduce((total, ligne) => total + montants[ligne], 0);
  montants[plusGrande] += solde - somme;
  return montants;
}

/** A day that a fee comes from, with the base of the fee on that day; the base of a fixed fee per dwelling is 1. */
export interface FaitFacture {
  jour: Jour;
  base: Centimes;
  /** The dwelling concerned; absent: the whole mandate. */
  AppartementId?: number | undefined;
}

/** A part of a fee, by day and dwelling; cents. */
export interface PartDHonoraire extends Pick<FaitFacture, "jour" | "AppartementId"> {
  montant: Centimes;
}

/**
 * Splits a fee with VAT by the days and the dwellings of its base; for each dwelling, the days on which the owners
 * have the same shares form one part.
 *
 * @param ttc cents, of either sign
 * @returns cents, without zeros
 */
export function repartirParFait(
  ttc: Centimes,
  faits: readonly FaitFacture[],
  partsLe: (jour: Jour) => readonly Part[] | null,
): PartDHonoraire[] {
  const regimes = [...Map.groupBy(faits, ({ jour }) => JSON.stringify(partsLe(jour))).values()];
  const montants = repartirParBase(ttc, regimes);
  return regimes.flatMap((duRegime, rang) => {
    const lots = [...Map.groupBy(duRegime, ({ AppartementId }) => AppartementId).values()];
    const parts = repartirParBase(montants[rang] ?? 0, lots);
    return lots.flatMap(([premier], place) => {
      const montant = parts[place] ?? 0;
      const jour = duRegime[0]?.jour ?? "";
      return montant === 0 ? [] : [{ jour, montant, AppartementId: premier?.AppartementId }];
    });
  });
}

/**
 * Splits a sum among groups in proportion to their bases. A group whose base has the opposite sign of the total base
 * gets zero. The parts are equal when every base is zero.
 */
function repartirParBase(
  montant: Centimes,
  groupes: readonly (readonly FaitFacture[])[],
): Centimes[] {
  const bases = groupes.map((faits) => faits.reduce((total, { base }) => total + base, 0));
  const sens = bases.reduce((total, base) => total + base, 0) < 0 ? -1 : 1;
  const poids = bases.map((base) => Math.max(0, base * sens));
  return repartirSigne(montant, poids.some((valeur) => valeur > 0) ? poids : poids.map(() => 1));
}
