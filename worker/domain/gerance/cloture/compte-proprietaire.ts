import { formatJour, type Jour, type Mois } from "../../dates.ts";
import { type Euros, enEuros, formatEuros } from "../../montants.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { AccordAuProprietaire } from "../revisions/accord.ts";
import type { EtatPart } from "./compte-rendu.ts";

/** The most accounts, payouts and invoices that the account of an owner tells, the latest first. */
export const RENDUS_MONTRES = 200;

/** The state of an owner's part of an account, in words. */
export const ETATS_PART: Readonly<Record<EtatPart, string>> = {
  a_reverser: "À reverser",
  a_valider: "Reversement à valider",
  preparee: "Virement préparé",
  envoyee: "Envoyé à la banque",
  reversee: "Viré",
};

/**
 * « Viré le 12/11/2026 », « Virement préparé pour le 10/11/2026 »: the state of a part, with its day if there is one.
 */
export function motsDeLaPart(etat: EtatPart, reverseLe: Jour | null): string {
  if (reverseLe === null || etat === "a_reverser") return ETATS_PART[etat];
  return `${ETATS_PART[etat]} ${etat === "reversee" ? "le" : "pour le"} ${formatJour(reverseLe)}`;
}

/** The words beside the balance of an owner about what waits: a transfer is told until the bank shows it. */
export function motsDuReste({
  aReverser,
  enCours,
}: Pick<CompteDuProprietaire, "aReverser" | "enCours">): string {
  const phrases = [
    ...(aReverser > 0 ? [`Dont ${formatEuros(aReverser)} à vous reverser.`] : []),
    ...(enCours > 0 ? [`S’y ajoutent ${formatEuros(enCours)} en cours de virement.`] : []),
  ];
  return phrases.join(" ") || "Rien n’attend d’être reversé.";
}

/** The progress of the transfer of a part; null: there is none, or the bank sent it back. */
export interface AvancementDuVirement {
  /** The state of its batch. */
  lot: "a_valider" | "valide" | "telecharge" | null;
  /** The day on which a proven statement of the bank shows it. */
  vuLe: Jour | null;
}

/**
 * The state of a part of an account, never ahead of the bank: prepared until its file was downloaded, then sent, then
 * paid once the statement shows it. A part of zero has no state.
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

/** A management mandate of an owner, with his share of it today. */
export interface MandatDuProprietaire {
  MissionId: number;
  /** Its number in the register. */
  numero: string | null;
  /** Its dwellings, by their addresses. */
  lots: string[];
  modeFonds: ModeFonds;
  /** His share; null where several own it and nobody said the shares. */
  num: number | null;
  den: number | null;
  /** His share of what the mandate's account holds, below zero where it lacks; null as above. */
  solde: Euros | null;
  /** His share of the fees that were neither taken nor paid; null as above. */
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
  /** The day on which the bank paid it; until the bank shows it, the day that was ordered. */
  reverseLe: Jour | null;
}

/** A transfer to an owner. */
export interface VirementAuProprietaire {
  id: number;
  date: Jour;
  montant: Euros;
  reference: string;
  libelle: string;
  /** The IBAN paid, masked. */
  iban: string | null;
  etat: "emis" | "rejete";
  /** The state of the part; null: the bank sent it back. */
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

/**
 * `GET /Client/{id}/compte`: the sums owed, told and paid to an owner (cloture/README §12.17, reversements/README
 * §12.18); euros.
 */
export interface CompteDuProprietaire {
  /** What he is asked to agree to, the latest first. */
  accords: AccordAuProprietaire[];
  ClientId: number;
  nom: string;
  /** The owner's balance today: `aReverser`, and his shares of what the accounts of his mandates hold. */
  solde: Euros;
  /** His parts of rendered accounts that no transfer carries yet. */
  aReverser: Euros;
  /** The parts that a transfer carries, prepared or sent, and the bank has not shown: not in `solde`. */
  enCours: Euros;
  honorairesDus: Euros;
  /** `solde` is incomplete: nobody said one of his shares. */
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
 * The share of an owner in an amount, above or below zero.
 *
 * @param montant cents
 * @param quotites the shares of all the owners, in the order of the mandate; none: nobody said them
 * @returns cents; null where nobody said his share.
 */
export function partDuProprietaire(
  montant: Centimes,
  quotites: readonly Quotite[],
  ClientId: number,
): Centimes | null {
  const rang = quotites.findIndex((quotite) => quotite.ClientId === ClientId);
  if (rang < 0) return quotites.length > 0 ? 0 : null;
  const commun = quotites.reduce((multiple, { den }) => (multiple / pgcd(multiple, den)) * den, 1);
  const poids = quotites.map(({ num, den }) => num * (commun / den));
  return Math.sign(montant) * (repartir(Math.abs(montant), poids)[rang] ?? 0) + 0;
}

/** A mandate as it is read: its balances in cents, and today's shares of its owners. */
export interface MandatLu
  extends Pick<MandatDuProprietaire, "MissionId" | "numero" | "lots" | "modeFonds" | "annees"> {
  /** The balance of its account (4670). */
  solde: Centimes;
  /** The fees invoiced that were neither taken nor paid (411H, less 4680). */
  honoraires: Centimes;
  quotites: readonly Quotite[];
  /** Kept by the last account for him, and for all the owners; null: none told it. */
  garde: { sienne: Centimes; toutes: Centimes } | null;
}

/** A sum kept for him is his, whatever the shares since; of what moved since the last account, his share today. */
function partDuSolde(
  { solde, quotites, garde }: Pick<MandatLu, "solde" | "quotites" | "garde">,
  ClientId: number,
): Centimes | null {
  const depuis = partDuProprietaire(solde - (garde?.toutes ?? 0), quotites, ClientId);
  return depuis === null ? null : depuis + (garde?.sienne ?? 0);
}

/**
 * The balance of an owner on his mandates today.
 *
 * @param aReverser cents of his parts of accounts that no transfer carries
 */
export function soldeDuProprietaire(
  ClientId: number,
  mandats: readonly MandatLu[],
  aReverser: Centimes,
): Pick<CompteDuProprietaire, "solde" | "aReverser" | "honorairesDus" | "incomplet" | "mandats"> {
  const parts = mandats.map(({ solde, honoraires, quotites, garde, ...mandat }) => {
    const part = quotites.find((quotite) => quotite.ClientId === ClientId);
    return {
      mandat,
      num: part?.num ?? null,
      den: part?.den ?? null,
      solde: partDuSolde({ solde, quotites, garde }, ClientId),
      honorairesDus: partDuProprietaire(honoraires, quotites, ClientId),
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
