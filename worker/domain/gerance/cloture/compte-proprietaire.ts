import { formatJour, type Jour, type Mois } from "../../dates.ts";
import { type Euros, enEuros, formatEuros } from "../../montants.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { EtatPart } from "./compte-rendu.ts";

/** How many accounts, payouts and invoices the account of an owner tells, the latest first. */
export const RENDUS_MONTRES = 200;

/** What became of an owner's part of an account, in words. */
export const ETATS_PART: Readonly<Record<EtatPart, string>> = {
  a_reverser: "À reverser",
  a_valider: "Reversement à valider",
  preparee: "Virement préparé",
  envoyee: "Envoyé à la banque",
  reversee: "Viré",
};

/** « Viré le 12/11/2026 », « Virement préparé pour le 10/11/2026 »: the state of a part, and its day where one is told. */
export function motsDeLaPart(etat: EtatPart, reverseLe: Jour | null): string {
  if (reverseLe === null || etat === "a_reverser") return ETATS_PART[etat];
  return `${ETATS_PART[etat]} ${etat === "reversee" ? "le" : "pour le"} ${formatJour(reverseLe)}`;
}

/** What waits beside the balance of an owner: what a transfer carries is told until the bank shows it. */
export function motsDuReste({
  aReverser,
  enCours,
}: Pick<CompteDuProprietaire, "aReverser" | "enCours">): string {
  const dits = [
    ...(aReverser > 0 ? [`Dont ${formatEuros(aReverser)} à vous reverser.`] : []),
    ...(enCours > 0 ? [`S’y ajoutent ${formatEuros(enCours)} en cours de virement.`] : []),
  ];
  return dits.join(" ") || "Rien n’attend d’être reversé.";
}

/** How far the transfer of a part is; null: there is none, or the bank sent it back. */
export interface AvancementDuVirement {
  /** The state of its batch. */
  lot: "a_valider" | "valide" | "telecharge" | null;
  /** The day on which a proven statement of the bank shows it. */
  vuLe: Jour | null;
}

/**
 * What became of a part of an account, never ahead of the bank: prepared until its file was downloaded, sent then, paid once
 * the statement shows it. A part of nothing has no state.
 */
export function etatDeLaPart(
  montant: number,
  { lot, vuLe }: AvancementDuVirement,
): EtatPart | null {
  if (montant === 0) return null;
  if (lot === null) return "a_reverser";
  if (lot === "a_valider") return "a_valider";
  if (vuLe !== null) return "reversee";
  return lot === "valide" ? "preparee" : "envoyee";
}

/** A management mandate of an owner, and what of it is his today. */
export interface MandatDuProprietaire {
  MissionId: number;
  /** Its number in the register. */
  numero: string | null;
  /** Its dwellings, by their addresses. */
  lots: string[];
  modeFonds: ModeFonds;
  /** His share; null where several own it and nobody said how much. */
  num: number | null;
  den: number | null;
  /** His share of what the mandate's account holds, below zero where it lacks; null as above. */
  solde: Euros | null;
  /** His share of the fees that he pays himself, and has not paid; null as above. */
  honorairesDus: Euros | null;
  /** The years of which accounts were rendered, the latest first. */
  annees: string[];
}

/** An account that was rendered to an owner. */
export interface RenduAuProprietaire {
  id: number;
  MissionId: number;
  numero: string;
  mandat: string;
  mois: Mois;
  du: Jour;
  au: Jour;
  valideLe: string;
  encaissements: Euros;
  reversement: Euros;
  /** His part of what is paid over. */
  montant: Euros;
  etat: EtatPart | null;
  /** The day on which the bank paid it; until it shows it, that for which it was ordered. */
  reverseLe: Jour | null;
}

/** A transfer to an owner. */
export interface VirementAuProprietaire {
  id: number;
  date: Jour;
  montant: Euros;
  reference: string;
  libelle: string;
  /** What may be seen of the account it went to. */
  iban: string | null;
  etat: "emis" | "rejete";
  /** What became of it; null: the bank sent it back. */
  avancement: EtatPart | null;
  CompteRenduId: number;
}

/** An invoice of fees to an owner. */
export interface FactureAuProprietaire {
  id: number;
  MissionId: number;
  numero: string;
  date: Jour;
  mandat: string;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
}

/** `GET /Client/{id}/compte`: what an owner is owed, was told and was paid (domain/README §12.17, §12.18); euros. */
export interface CompteDuProprietaire {
  ClientId: number;
  nom: string;
  /** What is his today: `aReverser`, and his shares of what the accounts of his mandates hold. */
  solde: Euros;
  /** His parts of the accounts rendered that no transfer carries. */
  aReverser: Euros;
  /** Those that a transfer carries, prepared or sent, and the bank has not shown: beside `solde`. */
  enCours: Euros;
  honorairesDus: Euros;
  /** A share that nobody said is wanting in `solde`. */
  incomplet: boolean;
  mandats: MandatDuProprietaire[];
  comptesRendus: RenduAuProprietaire[];
  virements: VirementAuProprietaire[];
  factures: FactureAuProprietaire[];
}

/** A share of a mandate, as its terms write it. */
export interface Quotite {
  ClientId: number;
  num: number;
  den: number;
}

const pgcd = (a: number, b: number): number => (b === 0 ? a : pgcd(b, a % b));

/**
 * What an owner has of an amount that is shared by the quotas of its mandate, above or below zero.
 * @param montant cents
 * @param quotites those of all the owners, in the order of the mandate; none: nobody said them
 * @returns cents; null where nobody said his share.
 */
export function partDuProprietaire(
  montant: Centimes,
  quotites: readonly Quotite[],
  ClientId: number,
): Centimes | null {
  const rang = quotites.findIndex((une) => une.ClientId === ClientId);
  if (rang < 0) return quotites.length > 0 ? 0 : null;
  const commun = quotites.reduce((multiple, { den }) => (multiple / pgcd(multiple, den)) * den, 1);
  const poids = quotites.map(({ num, den }) => num * (commun / den));
  return Math.sign(montant) * (repartir(Math.abs(montant), poids)[rang] ?? 0) + 0;
}

/** A mandate as it is read: its balances in cents, and who owns how much of it today. */
export interface MandatLu
  extends Pick<MandatDuProprietaire, "MissionId" | "numero" | "lots" | "modeFonds" | "annees"> {
  /** What its account holds (4670). */
  solde: Centimes;
  /** The fees invoiced and not paid (411H): taken from the rents where the agency receives them. */
  honoraires: Centimes;
  quotites: readonly Quotite[];
}

/**
 * What an owner is owed on his mandates today.
 * @param aReverser cents of his parts of accounts that no transfer carries
 */
export function soldeDuProprietaire(
  ClientId: number,
  mandats: readonly MandatLu[],
  aReverser: Centimes,
): Pick<CompteDuProprietaire, "solde" | "aReverser" | "honorairesDus" | "incomplet" | "mandats"> {
  const parts = mandats.map(({ solde, honoraires, quotites, ...mandat }) => {
    const sien = quotites.find((une) => une.ClientId === ClientId);
    const dus = mandat.modeFonds === "proprietaire" ? honoraires : 0;
    return {
      mandat,
      num: sien?.num ?? null,
      den: sien?.den ?? null,
      solde: partDuProprietaire(solde, quotites, ClientId),
      honorairesDus: partDuProprietaire(dus, quotites, ClientId),
    };
  });
  const total = (quoi: "solde" | "honorairesDus"): Centimes =>
    parts.reduce((somme, part) => somme + (part[quoi] ?? 0), 0);
  return {
    solde: enEuros(aReverser + total("solde")),
    aReverser: enEuros(aReverser),
    honorairesDus: enEuros(total("honorairesDus")),
    incomplet: mandats.some(({ solde, quotites }) => solde !== 0 && quotites.length === 0),
    mandats: parts.map(({ mandat, num, den, solde, honorairesDus }) => ({
      ...mandat,
      num,
      den,
      solde: solde === null ? null : enEuros(solde),
      honorairesDus: honorairesDus === null ? null : enEuros(honorairesDus),
    })),
  };
}
