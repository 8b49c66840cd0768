import { formatJour, type Jour, type Mois } from "../../dates.ts";
import { type Euros, enEuros, formatEuros } from "../../montants.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { AccordAuProprietaire } from "../revisions/accord.ts";
import type { EtatPart } from "./compte-rendu.ts";

/** The most rows of each table (statements, transfers, invoices) that the page of an owner shows. */
export const RENDUS_MONTRES = 200;

export const ETATS_PART: Readonly<Record<EtatPart, string>> = {
  a_reverser: "À reverser",
  a_valider: "Reversement à valider",
  preparee: "Virement préparé",
  envoyee: "Envoyé à la banque",
  reversee: "Viré",
};

/**
 * The state of an owner's sum in words, with its day: « Viré le 12/11/2026 », « Virement préparé pour le 10/11/2026 ».
 */
export function motsDeLaPart(etat: EtatPart, reverseLe: Jour | null): string {
  if (reverseLe === null || etat === "a_reverser") return ETATS_PART[etat];
  return `${ETATS_PART[etat]} ${etat === "reversee" ? "le" : "pour le"} ${formatJour(reverseLe)}`;
}

/**
 * The sentence beside an owner's balance: the sum still to be paid to him, and the sum already on its way that no
 * bank statement shows yet. Euros.
 */
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

export interface AvancementDuVirement {
  /** The state of the batch of transfers; null: no transfer, or the bank sent the transfer back. */
  lot: "a_valider" | "valide" | "telecharge" | null;
  /** The day on which a proven bank statement (banque/README §12.5) shows the transfer; null until then. */
  vuLe: Jour | null;
}

/**
 * The state of the sum that a statement pays to an owner: in no batch, in a batch to validate, prepared, sent once
 * somebody downloads the file of transfers for the bank, paid once a bank statement shows the transfer. Null: nothing
 * to pay.
 *
 * @param montant in any unit
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

/** A management mandate of an owner, with his share of the mandate today. */
export interface MandatDuProprietaire {
  MissionId: number;
  /** The number of the mandate in the register; null: it is not registered. */
  numero: string | null;
  /** The addresses of the dwellings. */
  lots: string[];
  modeFonds: ModeFonds;
  /** The owner's share, `num/den`; null when he has no share, or nobody gave the shares of several owners. */
  num: number | null;
  den: number | null;
  /**
   * The part of the money held for the mandate that belongs to the owner, below zero for a debt; null when the shares
   * are unknown.
   */
  solde: Euros | null;
  /** The owner's part of the fees still to take from the account, or to pay; null when the shares are unknown. */
  honorairesDus: Euros | null;
  /** The years that have owners' statements, the latest first. */
  annees: string[];
}

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
  /** The owner's part of `reversement`. */
  montant: Euros;
  etat: EtatPart | null;
  /**
   * The day on which the bank paid the owner; until a bank statement shows the transfer, the day ordered for it. Null
   * without a transfer.
   */
  reverseLe: Jour | null;
}

/** A transfer to an owner; euros. */
export interface VirementAuProprietaire {
  id: number;
  date: Jour;
  montant: Euros;
  reference: string;
  libelle: string;
  /** The IBAN of the transfer, masked. */
  iban: string | null;
  etat: "emis" | "rejete";
  /** The state of the sum that the transfer pays; null: the bank sent the transfer back. */
  avancement: EtatPart | null;
  CompteRenduId: number;
}

/** An invoice of fees to an owner; euros. */
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
 * `GET /Client/{id}/compte`: the statements of an owner, and the sums that he is owed and was paid (cloture/README
 * §12.17, reversements/README §12.18); euros.
 */
export interface CompteDuProprietaire {
  /**
   * The agreements asked of the owner about revisions of rent whose anniversary is less than a year old, the latest
   * first.
   */
  accords: AccordAuProprietaire[];
  ClientId: number;
  nom: string;
  /** The balance of the owner today: `aReverser`, plus his shares of the money held for his mandates. */
  solde: Euros;
  /** The owner’s parts of validated statements that no validated transfer pays. */
  aReverser: Euros;
  /** The parts whose transfer is prepared or sent, and that no bank statement shows yet; `solde` leaves them out. */
  enCours: Euros;
  honorairesDus: Euros;
  /**
   * True: nobody gave the shares of one of his mandates whose balance is not zero, and `solde` leaves that mandate
   * out.
   */
  incomplet: boolean;
  mandats: MandatDuProprietaire[];
  comptesRendus: RenduAuProprietaire[];
  virements: VirementAuProprietaire[];
  factures: FactureAuProprietaire[];
}

/** The share of an owner in a mandate, as the terms of the mandate write it: `num/den`. */
export interface Quotite {
  ClientId: number;
  num: number;
  den: number;
}

const pgcd = (a: number, b: number): number => (b === 0 ? a : pgcd(b, a % b));

/**
 * The share of an owner in an amount of either sign.
 *
 * @param montant cents
 * @param quotites the shares of all the owners, in the order of the mandate; empty: nobody gave them
 * @returns cents; null when nobody gave the shares
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

/** A mandate with its balances in cents, and the shares of its owners today. */
export interface MandatLu
  extends Pick<MandatDuProprietaire, "MissionId" | "numero" | "lots" | "modeFonds" | "annees"> {
  /** The balance of the mandate's account (4670). */
  solde: Centimes;
  /** The invoiced fees that were neither taken nor paid (411H, less 4680). */
  honoraires: Centimes;
  quotites: readonly Quotite[];
  /**
   * The sums that the last statement kept: `sienne` for this owner, `toutes` for all the owners. Null without a
   * statement, or when the last statement does not store these sums.
   */
  garde: { sienne: Centimes; toutes: Centimes } | null;
  /** The movements that no statement shows yet, each with the owners' shares on the day of its event. */
  mouvements?: readonly Partage[];
  /** The fees of `honoraires`, each with the owners' shares on the day of the event that they come from. */
  honorairesParFait?: readonly Partage[];
}

/** A sum in cents, of either sign, with the shares that divide it. */
export interface Partage {
  montant: Centimes;
  quotites: readonly Quotite[];
}

/**
 * An owner's part of a total: his share of each sum of `faits`, by the shares stored with it, then his share of the
 * remainder by today's shares. Null when the shares are unknown.
 */
function partParFait(
  total: Centimes,
  { faits, quotites }: { faits: readonly Partage[]; quotites: readonly Quotite[] },
  ClientId: number,
): Centimes | null {
  const dits = faits.reduce((somme, { montant }) => somme + montant, 0);
  const reste = partDuProprietaire(total - dits, quotites, ClientId);
  if (reste === null) return null;
  return faits.reduce(
    (somme, { montant, quotites: duJour }) =>
      somme + (partDuProprietaire(montant, duJour, ClientId) ?? 0),
    reste,
  );
}

/**
 * An owner's part of the mandate's balance: the sum that the last statement kept for him, plus his share of each
 * later movement, by the shares on the day of its event. Null when the shares are unknown.
 */
function partDuSolde(
  {
    solde,
    quotites,
    garde,
    mouvements = [],
  }: Pick<MandatLu, "solde" | "quotites" | "garde" | "mouvements">,
  ClientId: number,
): Centimes | null {
  const faits = { faits: mouvements, quotites };
  const part = partParFait(solde - (garde?.toutes ?? 0), faits, ClientId);
  return part === null ? null : part + (garde?.sienne ?? 0);
}

/**
 * The balance of an owner over his mandates today, in euros.
 *
 * @param aReverser cents: his parts of validated statements that no validated transfer pays
 */
export function soldeDuProprietaire(
  ClientId: number,
  mandats: readonly MandatLu[],
  aReverser: Centimes,
): Pick<CompteDuProprietaire, "solde" | "aReverser" | "honorairesDus" | "incomplet" | "mandats"> {
  const parts = mandats.map(
    ({ solde, honoraires, honorairesParFait, quotites, garde, mouvements, ...mandat }) => {
      const part = quotites.find((quotite) => quotite.ClientId === ClientId);
      const faits = { faits: honorairesParFait ?? [], quotites };
      return {
        mandat,
        num: part?.num ?? null,
        den: part?.den ?? null,
        solde: partDuSolde({ solde, quotites, garde, ...(mouvements && { mouvements }) }, ClientId),
        honorairesDus: partParFait(honoraires, faits, ClientId),
      };
    },
  );
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
