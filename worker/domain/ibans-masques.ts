import { ibanMasque, ibanValable, POINTS, ribValable } from "./iban.ts";
import { SIGNES_SEPA } from "./zone-sepa.ts";

/** The start of an IBAN: its country and its check digits. « RF » begins a reference of ISO 11649, not an account. */
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

/** The whole IBAN, in groups or not, that begins here: as long as its country says, or up to the first other sign. */
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

/** A text as long as this one, in which full-width signs and other spaces are those of an account. */
const enSignesSimples = (texte: string): string =>
  texte.replace(/[^\x20-\x7E]/gu, (signe) => {
    const simple = signe.normalize("NFKC");
    return simple.length === signe.length ? simple : signe;
  });

/**
 * A text in which each whole IBAN is masked ({@link ibanMasque}), and each whole French account with its key, and
 * nothing else changes: banks write the account of the other side into their labels.
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

/** No account is longer, whatever stands between its signs. */
const SIGNES_D_UN_COMPTE = 34 * 4;
