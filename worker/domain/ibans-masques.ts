import { ibanMasque, ibanValable, POINTS, ribValable } from "./iban.ts";
import { SIGNES_SEPA } from "./zone-sepa.ts";

/**
 * The start of an IBAN: its country and its check digits. « RF » starts a reference of ISO 11649, which is no account.
 */
const DEBUT = /(?!RF)[A-Z]{2}[\s._/-]?\d\d/iu;
/** The start of a French account: the first of the five digits of its bank. */
const DEBUT_DE_RIB = /(?<![A-Z\d])\d/iu;
const DEBUTS = new RegExp(`(?=${DEBUT.source}|${DEBUT_DE_RIB.source})`, "giu");

/** The signs that people and banks put between two signs of an account. */
const ENTRE = "[\\s._/-]{0,3}";
const RIB = new RegExp(
  `^\\d(?:${ENTRE}\\d){9}(?:${ENTRE}[A-Z\\d]){11}(?:${ENTRE}\\d){2}(?![A-Z\\d])`,
  "iu",
);

const signesSeuls = (texte: string): string => texte.replace(/[^A-Z\d]/giu, "").toUpperCase();

/**
 * The whole IBAN that begins here, in groups or not: as many signs as its country has, or as many as there are before
 * another sign.
 */
function ibanAuDebut(texte: string): string | null {
  const signes = SIGNES_SEPA[signesSeuls(texte.slice(0, 2))];
  const suite = signes === undefined ? "[A-Z\\d]{11,30}" : `(?:${ENTRE}[A-Z\\d]){${signes - 4}}`;
  const [entier] = RegExp(`^${DEBUT.source}${suite}`, "iu").exec(texte) ?? [];
  return entier !== undefined && ibanValable(signesSeuls(entier)) ? entier : null;
}

/** The whole French account that begins here: bank, branch, number and a key that agrees ({@link ribValable}). */
function ribAuDebut(texte: string): string | null {
  const [entier] = RIB.exec(texte) ?? [];
  return entier !== undefined && ribValable(`FR00${signesSeuls(entier)}`) ? entier : null;
}

/** The text with full-width signs and unusual spaces replaced one for one by plain ones, so that its length stays. */
const enSignesSimples = (texte: string): string =>
  texte.replace(/[^\x20-\x7E]/gu, (signe) => {
    const simple = signe.normalize("NFKC");
    return simple.length === signe.length ? simple : signe;
  });

/**
 * The text with each whole IBAN masked ({@link ibanMasque}), and each whole French account with its key; the rest
 * stays. Banks write the account of the other party into their labels.
 */
export function ibansMasques(texte: string): string {
  const simple = enSignesSimples(texte);
  let montre = "";
  let reste = 0;
  for (const { index } of simple.matchAll(DEBUTS)) {
    if (index < reste) continue;
    const suite = simple.slice(index, index + SIGNES_D_UN_COMPTE);
    const iban = ibanAuDebut(suite);
    const rib = iban === null ? ribAuDebut(suite) : null;
    const entier = iban ?? rib;
    if (entier === null) continue;
    const vu =
      iban === null
        ? `${POINTS} ${signesSeuls(entier).slice(-4)}`
        : ibanMasque(signesSeuls(entier));
    montre += texte.slice(reste, index) + vu;
    reste = index + entier.length;
  }
  return montre + texte.slice(reste);
}

/** An account with its separators is never longer than this. */
const SIGNES_D_UN_COMPTE = 34 * 4;
