import { type Euros, enCentimes, enEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { ContenuCompteRendu } from "./compte-rendu.ts";
import type { PartDHonoraire } from "./parts-du-compte.ts";

const total = (parts: readonly PartDHonoraire[]): Centimes =>
  parts.reduce((somme, { montant }) => somme + montant, 0);

/**
 * Takes a sum from parts of fees, the oldest day first, in proportion among the parts of one day. Cents.
 *
 * @returns the parts taken, and the parts left
 */
export function prendre(somme: Centimes, parts: readonly PartDHonoraire[]) {
  let aPrendre = somme;
  const prises: PartDHonoraire[] = [];
  const laissees: PartDHonoraire[] = [];
  const parJour = Map.groupBy(
    parts.toSorted((part, autre) => ordre(part.jour, autre.jour)),
    ({ jour }) => jour,
  );
  for (const duJour of parJour.values()) {
    const pris = Math.min(total(duJour), aPrendre);
    aPrendre -= pris;
    const prisDeChacune = repartir(
      pris,
      duJour.map(({ montant }) => montant),
    );
    for (const [rang, part] of duJour.entries()) {
      const montant = prisDeChacune[rang] ?? 0;
      if (montant !== 0) prises.push({ ...part, montant });
      if (montant !== part.montant) laissees.push({ ...part, montant: part.montant - montant });
    }
  }
  return { prises, laissees };
}

/**
 * The fees that a statement takes from the money held, the oldest first, and the fees that it leaves due
 * (cloture/README §12.17). The fees taken, less the fees given back, never exceed the money held.
 *
 * @param disponible cents held for the owner
 * @param avant the fees left due by earlier statements; `dus`: the fees of this statement; `rendus`: the fees that it
 * gives back, below zero
 */
export function prendreHonoraires({
  disponible,
  avant,
  dus,
  rendus,
}: {
  disponible: Centimes;
  avant: readonly PartDHonoraire[];
  dus: readonly PartDHonoraire[];
  rendus: readonly PartDHonoraire[];
}): { pris: PartDHonoraire[]; laisses: PartDHonoraire[] } {
  const due = total(avant) + total(dus) + total(rendus);
  const prise = due <= 0 ? due : Math.min(due, Math.max(0, disponible));
  const aPrendre = prise - total(rendus);
  const surAvant = Math.min(aPrendre, total(avant));
  const [anciens, nouveaux] = [prendre(surAvant, avant), prendre(aPrendre - surAvant, dus)];
  return {
    pris: [...anciens.prises, ...nouveaux.prises, ...rendus],
    laisses: [...anciens.laissees, ...nouveaux.laissees],
  };
}

/** The fees as an owner's statement prints them; euros. */
export interface HonorairesDits {
  /** The fees taken from the account; below zero, given back. */
  pris: Euros;
  /** The fees taken for earlier statements; `prisDuCompte`: the fees taken for this one. */
  prisAvant: Euros;
  prisDuCompte: Euros;
  /** The fees left due, to take from later funds. */
  dus: Euros;
  /** The part of `dus` that this statement invoiced. */
  dusDuCompte: Euros;
}

/**
 * The fees that a statement took and left due, in euros. An older statement without `honorairesPris` took all its fees
 * when the agency received the rents, else none.
 */
export function honorairesDits({
  modeFonds,
  honorairesTTC,
  honorairesAnterieurs = 0,
  honorairesPris,
  honorairesLaisses = [],
}: Pick<
  ContenuCompteRendu,
  "modeFonds" | "honorairesTTC" | "honorairesAnterieurs" | "honorairesPris" | "honorairesLaisses"
>): HonorairesDits {
  const facture = modeFonds === "agence" ? enCentimes(honorairesTTC) : 0;
  const parts = (honorairesPris ?? [{ ttc: enEuros(facture) }]).map(({ ttc }) => enCentimes(ttc));
  const somme = (montants: readonly Centimes[]) =>
    montants.reduce((tout, montant) => tout + montant, 0);
  const preleves = somme(parts.filter((part) => part > 0));
  const prisAvant = Math.min(preleves, Math.max(0, enCentimes(honorairesAnterieurs)));
  const dus = somme(honorairesLaisses.map(({ ttc }) => enCentimes(ttc)));
  const dusAvant = Math.max(0, enCentimes(honorairesAnterieurs)) - prisAvant;
  return {
    pris: enEuros(somme(parts)),
    prisAvant: enEuros(prisAvant),
    prisDuCompte: enEuros(preleves - prisAvant),
    dus: enEuros(dus),
    dusDuCompte: enEuros(dus - dusAvant),
  };
}
