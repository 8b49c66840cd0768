import { ibanMasque, ibanValable, POINTS, ribValable } from "./iban.ts";
import { SIGNES_SEPA } from "./zone-sepa.ts";

/**
 * The start of an IBAN: its country and check digits. « RF » starts a payment reference (ISO 11649), not an account.
 */
const DEBUT = /(?!RF)[A-Z]{2}[\s._/-]?\d\d/iu;
/** The start of a French account number: the first of the five digits of its bank. */
const DEBUT_DE_RIB = /(?<![A-Z\d])\d/iu;
const DEBUTS = new RegExp(`(?=${DEBUT.source}|${DEBUT_DE_RIB.source})`, "giu");

/** The separators allowed between two characters of an account. */
const ENTRE = "[\\s._/-]{0,3}";
const RIB = new RegExp(
  `^\\d(?:${ENTRE}\\d){9}(?:${ENTRE}[A-Z\\d]){11}(?:${ENTRE}\\d){2}(?![A-Z\\d])`,
  "iu",
);

const signesSeuls = (texte: string): string => texte.replace(/[^A-Z\d]/giu, "").toUpperCase();

/** The valid IBAN at the start of a text, in groups or not; null without one. */
function ibanAuDebut(texte: string): string | null {
  const signes = SIGNES_SEPA[signesSeuls(texte.slice(0, 2))];
  const suite = signes === undefined ? "[A-Z\\d]{11,30}" : `(?:${ENTRE}[A-Z\\d]){${signes - 4}}`;
  const [entier] = RegExp(`^${DEBUT.source}${suite}`, "iu").exec(texte) ?? [];
  return entier !== undefined && ibanValable(signesSeuls(entier)) ? entier : null;
}

/** The French account at the start of a text, with bank, branch, number and a valid key; null without one. */
function ribAuDebut(texte: string): string | null {
  const [entier] = RIB.exec(texte) ?? [];
  return entier !== undefined && ribValable(`FR00${signesSeuls(entier)}`) ? entier : null;
}

/** Replaces full-width characters and unusual spaces by plain ones, one for one, so that the length stays the same. */
const enSignesSimples = (texte: string): string =>
  texte.replace(/[^\x20-\x7E]/gu, (signe) => {
    const simple = signe.normalize("NFKC");
    return simple.length === signe.length ? simple : signe;
  });

/**
 * A text with every valid IBAN and every valid French account masked, since banks write the account of the other
 * party into the labels of bank lines.
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

/** The greatest length of an account with its separators, in characters. */
const SIGNES_D_UN_COMPTE = 34 * 4;
