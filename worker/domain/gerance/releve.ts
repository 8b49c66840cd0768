import type { Jour } from "../dates.ts";
import type { Centimes } from "./repartition.ts";

/** A movement of a bank account, as its statement tells it. */
export interface LigneLue {
  /** The day of the account. */
  date: Jour;
  /** The day from which it counts; null where the file says none. */
  valeur: Jour | null;
  /** Cents; what leaves the account is negative. */
  montant: Centimes;
  libelle: string;
  /** Of the bank or of the payment; null where the file says none. */
  reference: string | null;
  /** Who paid, or was paid. */
  tiers: string | null;
  /** The account of who paid, or was paid. */
  iban: string | null;
  /** The bank takes back a movement of before. */
  rejet: boolean;
}

/** The statement of one account over one period. */
export interface ReleveLu {
  /** IBAN, or bank, branch and account as the format has them. */
  compte: string;
  /** Cents before the first line and after the last; null where the file says none. */
  ancienSolde: Centimes | null;
  nouveauSolde: Centimes | null;
  lignes: LigneLue[];
}

/** A file that is no statement, or that contradicts itself: nothing of it is kept. */
export class ReleveRefuse extends Error {
  override name = "ReleveRefuse";
}

/**
 * What a bank wrote as text: UTF-8 when it is valid, else Windows-1252, as French banks write (domain/README §12.5).
 * @throws ReleveRefuse for bytes that are no text.
 */
export function texteDeBanque(octets: Uint8Array): string {
  if (octets.includes(0)) throw new ReleveRefuse("Ce fichier n’est pas du texte.");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(octets);
  } catch {
    return new TextDecoder("windows-1252").decode(octets);
  }
}

/**
 * A statement whose balances agree with its lines.
 * @throws ReleveRefuse when the old balance and the lines do not make the new one.
 */
export function prouver(releve: ReleveLu): ReleveLu {
  const { ancienSolde, nouveauSolde, lignes, compte } = releve;
  if (ancienSolde === null || nouveauSolde === null) return releve;
  const mouvements = lignes.reduce((somme, { montant }) => somme + montant, 0);
  if (ancienSolde + mouvements === nouveauSolde) return releve;
  throw new ReleveRefuse(
    `Les lignes du compte ${compte} ne mènent pas de l’ancien solde au nouveau : le fichier est incomplet ou abîmé.`,
  );
}
