import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { choix, facultatif, isoDate, ouDefaut, requis, solde, texte } from "../../fields.ts";
import { bic, estMasque, ibanNu, ibanValable } from "../../iban.ts";
import { ibanDeVirement } from "./coordonnees-bancaires.ts";

/** The holders of the money on a bank account: owners and tenants (gérance), or the agency. */
export const USAGES_DE_COMPTE = ["gerance", "agence"] as const;
export type UsageDeCompte = (typeof USAGES_DE_COMPTE)[number];

export const LIBELLES_USAGE: Readonly<Record<UsageDeCompte, string>> = {
  gerance: "Gérance (fonds des clients)",
  agence: "Agence (fonds propres)",
};

/** A bank account of the agency, as the form sends it; euros. */
export const record = z.strictObject({
  nom: requis(100),
  /** The name of the holder, as the bank writes it. */
  titulaire: facultatif(texte(140)),
  iban: ibanDeVirement().check(z.minLength(1, "Ce champ est requis.")),
  bic: facultatif(bic()),
  usage: choix(USAGES_DE_COMPTE),
  /** The balance at the end of `dateDepart`, from which statements continue. */
  soldeDepart: ouDefaut(solde(), 0),
  dateDepart: facultatif(isoDate()),
  /** The last day for which a statement is expected; null: the account is open. */
  fermeLe: facultatif(isoDate()),
});
export const modification = z.partial(record);
export const creation = z.extend(record, {
  soldeDepart: z._default(record.shape.soldeDepart, 0),
  usage: z._default(record.shape.usage, "gerance"),
});
export type CompteBancaire = z.output<typeof creation>;

export interface CompteBancaireRow {
  id: number;
  nom: string;
  titulaire: string | null;
  /** The masked IBAN: « FR76 •••• •••• •••• 0189 ». */
  iban: string;
  bic: string | null;
  usage: UsageDeCompte;
  soldeDepart: number;
  dateDepart: Jour | null;
  fermeLe: Jour | null;
  /** The last known balance, from a proven statement when there is one; `soldeLe`: the day of that balance. */
  solde: number | null;
  soldeLe: Jour | null;
  /** Whether a proven statement gives `solde` (banque/README §12.5). */
  soldeProuve: boolean;
  /** The number of statement lines still to match; lines booked with an unknown payer are not counted. */
  aRapprocher: number;
  /** The number of booked statement lines whose payer is unknown. */
  aIdentifier: number;
  updatedAt: string;
  version: number;
}

export interface CompteBancaireDetail extends CompteBancaireRow {
  createdAt: string;
  /** The number of imported statements; above zero, the IBAN can no longer change. */
  releves: number;
  canDelete: boolean;
}

/** Whether an account is open on a day; its closing day included, since the bank's last statement shows that day. */
export const estOuvert = ({ fermeLe }: Pick<CompteBancaireRow, "fermeLe">, jour: Jour): boolean =>
  fermeLe === null || jour <= fermeLe;

const sansZeros = (texte: string): string => texte.replace(/^0+/, "");
const nu = (texte: string): string => texte.toUpperCase().replace(/[^A-Z\d]/g, "");

/**
 * Whether the account that a statement names is the bank account of this IBAN: the same IBAN, the same French numbers
 * (key, branch and leading zeros may be missing), or the end of a foreign IBAN (banque/README §12.5).
 *
 * @param compte the account as the statement writes it; empty: any account fits
 */
export function estDuCompte(compte: string, ibanDuCompte: string): boolean {
  const entier = ibanNu(ibanDuCompte);
  const compteNu = nu(compte);
  if (compteNu === "" || compteNu === entier) return true;
  if (ibanValable(compteNu)) return false;
  const bban = entier.slice(4);
  if (!/^(FR|MC)/.test(entier)) return compteNu.length >= 6 && bban.endsWith(sansZeros(compteNu));
  const [banque, guichet, numero, cle] = [
    bban.slice(0, 5),
    bban.slice(5, 10),
    bban.slice(10, 21),
    bban.slice(21),
  ];
  const parts = compte.trim().split(/\s+/).map(nu);
  const numeros = [numero, `${numero}${cle}`].map(sansZeros);
  const dernier = sansZeros(parts.at(-1) ?? "");
  if (parts.length > 1 && numeros.includes(dernier)) {
    const [codeBanque, codeGuichet] = parts;
    return codeBanque === banque && (parts.length === 2 || codeGuichet === guichet);
  }
  return [bban, bban.slice(0, 21), `${guichet}${numero}`, `${guichet}${numero}${cle}`, ...numeros]
    .map(sansZeros)
    .includes(sansZeros(compteNu));
}

/**
 * The last four characters of an account, for a refusal; the account as written when it is masked already, or shorter
 * than five characters.
 */
export function compteMontre(compte: string): string {
  const compteNu = nu(compte);
  if (estMasque(compte) || compteNu.length < 5) return compte;
  return `••• ${compteNu.slice(-4)}`;
}
