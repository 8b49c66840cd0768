import * as z from "zod/mini";
import { texte } from "./fields.ts";
import { paysDe, SIGNES_SEPA } from "./zone-sepa.ts";

const POINTS = "••••";

/** « FR7630006000011234567890189 »: without the signs that people put between its groups. */
export const ibanNu = (iban: string): string => iban.replace(/[\s.-]/g, "").toUpperCase();

/** « FR76 3000 6000 … »: as papers and screens write it. */
export const ibanEnGroupes = (iban: string): string => ibanNu(iban).replace(/.{4}(?=.)/g, "$& ");

/** A country, two check digits and an account that agree (ISO 13616, ISO 7064 mod 97-10), of the length of its country. */
export function ibanValable(iban: string): boolean {
  const nu = ibanNu(iban);
  if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(nu)) return false;
  if (nu.length !== (SIGNES_SEPA[paysDe(nu)] ?? nu.length)) return false;
  const chiffres = [...nu.slice(4), ...nu.slice(0, 4)].map((signe) => Number.parseInt(signe, 36));
  return chiffres.reduce((reste, un) => (reste * (un > 9 ? 100 : 10) + un) % 97, 0) === 1;
}

/** Why an account can neither pay nor be paid by SEPA, in a sentence; null when it can. */
export function refusDuCompte(iban: string): string | null {
  const nu = ibanNu(iban);
  const signes = SIGNES_SEPA[paysDe(nu)];
  if (/^[A-Z]{2}\d\d/.test(nu) && signes !== undefined && nu.length !== signes)
    return `Un IBAN ${paysDe(nu)} compte ${signes} signes, celui-ci en a ${nu.length} : relisez-le.`;
  if (!ibanValable(nu)) return "Cet IBAN n’est pas valable : relisez ses chiffres.";
  return signes === undefined
    ? `Un compte ${paysDe(nu)} n’est pas de la zone SEPA : aucun virement SEPA n’y va ni n’en part.`
    : null;
}

/** The digit of a letter of an account in its key: A to I, J to R and S to Z are 1 to 9, 1 to 9 and 2 to 9. */
const chiffreDuCompte = (signe: string): string => {
  const rang = signe.charCodeAt(0) - 65;
  if (rang < 0) return signe;
  return String(rang < 18 ? (rang % 9) + 1 : rang - 16);
};

/**
 * Whether the key of a French or Monegasque account agrees with its bank, branch and number:
 * 97 − (89·bank + 15·branch + 3·number) mod 97 (norme NF Z 10-051). Other countries have no such key.
 */
export function ribValable(iban: string): boolean {
  const nu = ibanNu(iban);
  if (!/^(FR|MC)/.test(nu)) return true;
  const [, banque = "", guichet = "", compte = "", cle = ""] =
    nu.match(/^..\d\d(\d{5})(\d{5})([A-Z\d]{11})(\d\d)$/) ?? [];
  if (cle === "") return false;
  const nombre = Number([...compte].map(chiffreDuCompte).join(""));
  return Number(cle) === 97 - ((89 * Number(banque) + 15 * Number(guichet) + 3 * nombre) % 97);
}

/** The identifier of a bank, of 8 or 11 signs. */
export const bic = () =>
  texte().check(
    z.overwrite((valeur) => valeur.replace(/\s/g, "").toUpperCase()),
    z.regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, "Ce BIC n’est pas valable : 8 ou 11 signes."),
  );

/** « FR76 •••• •••• •••• 1234 »: the part that anyone may see; a text too short to be one shows nothing of itself. */
export function ibanMasque(iban: string): string {
  const nu = ibanNu(iban);
  if (nu === "") return "";
  if (nu.includes("•")) return iban;
  const [debut, fin] = nu.length < 15 ? [POINTS, POINTS] : [nu.slice(0, 4), nu.slice(-4)];
  return [debut, POINTS, POINTS, POINTS, fin].join(" ");
}

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

export const estMasque = (iban: string): boolean => iban.includes("•");

/** An IBAN, or the masked form of the stored one: a form sends it back as it was shown. */
export const iban = () =>
  texte(60).check((lu) => {
    const refus = estMasque(lu.value) ? null : refusDuCompte(lu.value);
    if (refus) lu.issues.push({ code: "custom", message: refus, input: lu.value, path: [] });
  });
