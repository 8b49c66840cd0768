import type { Jour } from "../../dates.ts";
import { type Euros, enCentimes, enEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ContenuCompteRendu } from "./compte-rendu.ts";

/** A part of fees, of the facts of that day; cents, below zero where it is given back. */
export interface HonoraireDuJour {
  jour: Jour;
  montant: Centimes;
}

const total = (parts: readonly HonoraireDuJour[]): Centimes =>
  parts.reduce((somme, { montant }) => somme + montant, 0);

/** A sum of these parts, the oldest first; and what it leaves of them. */
export function prendre(somme: Centimes, parts: readonly HonoraireDuJour[]) {
  let aPrendre = somme;
  const prises: HonoraireDuJour[] = [];
  const laissees: HonoraireDuJour[] = [];
  for (const { jour, montant } of parts.toSorted((part, autre) => ordre(part.jour, autre.jour))) {
    const pris = Math.min(montant, aPrendre);
    aPrendre -= pris;
    if (pris !== 0) prises.push({ jour, montant: pris });
    if (pris !== montant) laissees.push({ jour, montant: montant - pris });
  }
  return { prises, laissees };
}

/**
 * The fees that an account takes from what it holds, and those that it leaves due (cloture/README §12.17): never more
 * than is there, the oldest first; what is given back comes off what is due.
 *
 * @param disponible what the account holds for its owner
 * @param avant left due by the accounts before; `dus` and `rendus`: of this one, `rendus` below zero
 */
export function prendreHonoraires({
  disponible,
  avant,
  dus,
  rendus,
}: {
  disponible: Centimes;
  avant: readonly HonoraireDuJour[];
  dus: readonly HonoraireDuJour[];
  rendus: readonly HonoraireDuJour[];
}): { pris: HonoraireDuJour[]; laisses: HonoraireDuJour[] } {
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

/** The fees of an account as it tells them; euros. */
export interface HonorairesDits {
  /** Taken from the account; below zero, given back. */
  pris: Euros;
  /** Taken for accounts before, and for this one. */
  prisAvant: Euros;
  prisDuCompte: Euros;
  /** Still due: taken when funds come. */
  dus: Euros;
  /** Of those, what this account invoiced. */
  dusDuCompte: Euros;
}

/** The fees that an account took and left due; one from before they were told took all that it invoiced. */
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
