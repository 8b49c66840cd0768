import { cite } from "../../texte-lu.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";
import type { ColonneNommee } from "./sens-ecrit.ts";

/** ISO 4217 codes of foreign currencies, except codes with another meaning in the text of a bank: ALL, LBP, TOP … */
const CODES =
  "USD|GBP|CHF|CAD|AUD|NZD|JPY|CNY|CNH|HKD|SGD|TWD|KRW|INR|IDR|MYR|PHP|THB|VND|XPF|XOF|XAF|XCD|KMF|MGA|MUR|DJF|SCR|HTG|MAD|TND|DZD|EGP|LYD|MRU|GNF|CDF|RWF|NGN|GHS|KES|ZAR|AOA|ETB|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|HRK|RSD|MKD|MDL|UAH|RUB|BYN|AMD|AZN|KZT|UZS|ILS|JOD|AED|QAR|KWD|BHD|OMR|IQD|IRR|BRL|MXN|ARS|CLP|UYU|DOP|CRC|BBD|JMD|FRF|BEF|LUF|DEM|ITL|ESP";
const CODE = new RegExp(`(?<![A-Z])(?:${CODES})(?![A-Z])`);
const CODE_SEUL = new RegExp(`^(?:${CODES})$`, "i");
const CODE_D_UN_MONTANT = new RegExp(`\\d\\s?(?:${CODES})\\b|\\b(?:${CODES})\\s?[-+−]?\\d`, "i");
const CODE_D_UN_ENTETE = new RegExp(`\\b(?:${CODES})\\b`, "i");
const SYMBOLE = /(?:US|CA|AU|HK)?\$(?:US|CA)?|[£¥₣₤₩₪₫₱₹₺₽₿]/;
const NOM =
  /\b(?:dollars?|pounds?|livres? (?:sterling|turques?|egyptiennes?|libanaises?)|francs? (?:cfp|cfa|pacifique|suisses?|comoriens?)|swiss francs?|couronnes? (?:suedoises?|norvegiennes?|danoises?|tcheques?|islandaises?)|yens?|yuans?|roubles?|roupies?|dirhams?|dinars?|zlotys?|forints?|reais|pesos?)\b/;
/** Short names of currencies, trusted only in a cell where a currency is expected. */
const NOM_COURT = /^(?:francs?|couronnes?|livres?|sterling|rands?|leu|lei|levs?|shekels?)\b/;

const EUROS = /\b(?:eur|euros?)\b/;

export const ditEuros = (texte: string): boolean => /€/.test(texte) || EUROS.test(mot(texte));

/** Whether a text names the euro and nothing else: « EUR », « Euro (EUR) », « 978 ». */
const estEuros = (texte: string): boolean =>
  /^(?:(?:eur|euros?|978|compte|du|en) ?)+$/.test(mot(texte.replaceAll("€", " eur ")));

const trouver = (texte: string, ...formes: readonly RegExp[]): string | null =>
  formes.map((forme) => texte.match(forme)?.[0]).find((trouve) => trouve !== undefined) ?? null;

/** The foreign currency that a text names, as written; null when the text names none, or also names the euro. */
export function deviseEtrangere(texte: string): string | null {
  if (ditEuros(texte)) return null;
  const montant = trouver(texte, CODE_D_UN_MONTANT);
  return montant === null
    ? (trouver(texte, CODE, SYMBOLE) ?? trouver(mot(texte), NOM))
    : (trouver(montant, CODE_D_UN_ENTETE) ?? montant.replace(/[\d\s+−-]/g, ""));
}

/**
 * The foreign currency that a header names: « usd » for « Montant (usd) »; null when it names none, or also names the
 * euro.
 */
export const enteteEtranger = (entete: string): string | null =>
  ditEuros(entete) ? null : (deviseEtrangere(entete) ?? trouver(entete, CODE_D_UN_ENTETE));

/** Refuses a bank account in a foreign currency. @throws ReleveRefuse always */
function refuserLeCompte(devise: string): never {
  throw new ReleveRefuse(`Ce compte est tenu en ${cite(devise)}, et non en euros.`);
}

/** Checks that a statement's currency is the euro, or is not given. @throws ReleveRefuse for another currency */
export function exigerCompteEnEuros(devise: string): void {
  if (devise.trim() !== "" && !estEuros(devise)) refuserLeCompte(devise);
}

/** Words that announce a currency: « Devise du compte : XPF », « Compte tenu en : francs CFP ». */
const NOMME_LA_DEVISE =
  /^(?:(?:code |account )?(?:devise|monnaie|currency|ccy)\b(?:[^:]*:|(?: du compte| code)?(?:\s|$))|.*\b(?:tenue?|exprimee?s?|libellee?s?|montants?) en\b\s*:?)\s*/i;

/**
 * The foreign currency that a cell announces, written in the cell itself or in the next filled one. Null when the
 * cell announces none, or announces the euro.
 */
function deviseAnnoncee(cellules: readonly string[], rang: number): string | null {
  const cellule = (cellules[rang] ?? "").normalize("NFD").replace(/\p{M}/gu, "");
  const [annonce] = cellule.match(NOMME_LA_DEVISE) ?? [];
  if (annonce === undefined) return null;
  const suite = cellule.slice(annonce.length).trim();
  const annoncee = (suite || (cellules.slice(rang + 1).find(Boolean) ?? "")).replace(/^[\s:]+/, "");
  if (estEuros(annoncee)) return null;
  const devise = /^[a-z]{3}$/i.test(annoncee) || NOM_COURT.test(mot(annoncee));
  return devise || enteteEtranger(annoncee) ? annoncee : null;
}

/** A quick test of a line: the slow tests run only on lines that may name a currency. */
const EN_PARLE = new RegExp(
  `${CODES}|${SYMBOLE.source}|devise|monnaie|currency|ccy|\\ben\\b|dollar|pound|livre|franc|couronne|yen|yuan|rouble|roupie|dirham|dinar|zloty|forint|reais|peso`,
  "i",
);

/** Cells are cut to this length: a currency name is short. */
const SIGNES_AU_PLUS = 200;

/**
 * Checks that the lines around a table name no foreign currency for the account or its balance.
 *
 * @throws ReleveRefuse when a line names a foreign currency
 */
export function exigerEuros(lignes: readonly (readonly string[])[]): void {
  for (const ligne of lignes) {
    if (!EN_PARLE.test(ligne.join(" "))) continue;
    const cellules = ligne.map((cellule) => cellule.slice(0, SIGNES_AU_PLUS));
    for (const rang of cellules.keys()) {
      const devise = deviseAnnoncee(cellules, rang) ?? deviseEtrangere(cellules[rang] ?? "");
      if (devise !== null) refuserLeCompte(devise);
    }
  }
}

const PARLE_DE_DEVISE = /\b(?:devises?|monnaie|currency|ccy)\b/;
/** Headers of amounts in a foreign currency, of fees or of rates: none is an amount of the account. */
const D_AILLEURS =
  /\b(?:origine?|original|orig|initiale?|local|locale|frais|fees?|commissions?|etrangere?|contre ?valeur|cible|source|beneficiaire|exchange|change|conversion|converti|taux|rate)\b/;
const DES_FRAIS = /\b(?:frais|fees?|commissions?)\b/;
const D_UN_MONTANT = /\b(?:montants?|sommes?|soldes?|debits?|credits?|amounts?|balance)\b/;

/** The columns that give the currency of a table's amounts, and the column that gives the currency of its fees. */
export interface ColonnesDeDevise {
  montants: readonly ColonneNommee[];
  frais: ColonneNommee | null;
}

/**
 * Finds the columns that give the currency of a table's amounts: by their header, else because every cell is a
 * currency.
 *
 * @param cellules the cells of the operations, line by line
 * @param libres the columns that have no other use yet
 * @param entetesLus the headers of the columns read as amounts
 * @throws ReleveRefuse when a header of amounts names a foreign currency
 */
export function colonnesDeDevise(
  cellules: readonly (readonly string[])[],
  libres: readonly ColonneNommee[],
  entetesLus: readonly string[],
): ColonnesDeDevise {
  for (const entete of entetesLus) refuserLaColonne(entete);
  const pleines = ({ place }: ColonneNommee) =>
    cellules.map((ligne) => ligne[place]?.trim() ?? "").filter((texte) => texte !== "");
  const nommees = libres.filter(
    (colonne) =>
      PARLE_DE_DEVISE.test(mot(colonne.entete)) &&
      (pleines(colonne).length === 0 ||
        !pleines(colonne).every((texte) => /^[-+−]?\d/.test(texte))),
  );
  const frais = nommees.find(({ entete }) => DES_FRAIS.test(mot(entete))) ?? null;
  const dIci = ({ entete }: ColonneNommee) => !D_AILLEURS.test(mot(entete));
  const sures = nommees.filter(dIci);
  const montants =
    sures.length > 0
      ? sures
      : libres.filter(
          (colonne) =>
            dIci(colonne) &&
            pleines(colonne).length > 0 &&
            pleines(colonne).every((texte) => estEuros(texte) || estUneDevise(texte)),
        );
  if (montants.length === 0 && !entetesLus.some(ditEuros))
    for (const colonne of libres.filter(dIci))
      if (D_UN_MONTANT.test(mot(colonne.entete))) refuserLaColonne(colonne.entete);
  return { montants, frais };
}

const estUneDevise = (texte: string): boolean =>
  CODE_SEUL.test(texte) || (!/\d/.test(texte) && texte.length < 25 && NOM.test(mot(texte)));

/** Checks that the header of a column of amounts names no foreign currency. @throws ReleveRefuse when it names one */
function refuserLaColonne(entete: string): void {
  const devise = enteteEtranger(entete);
  if (devise !== null)
    throw new ReleveRefuse(
      `La colonne ${cite(entete)} est en ${cite(devise)}, et non en euros : seul un compte en euros se lit.`,
    );
}

/**
 * Checks that a line's amount is in euros.
 *
 * @param cellules the line's cells in the columns of currencies
 * @param montants the line's cells of amounts: « 95 000 XPF »
 * @throws ReleveRefuse for another currency
 */
export function exigerMontantEnEuros(
  cellules: readonly string[],
  montants: readonly string[] = [],
): void {
  const devise =
    cellules.find((cellule) => /[\p{L}\p{Sc}\d]/u.test(cellule) && !estEuros(cellule)) ??
    montants.map(deviseEtrangere).find((etrangere) => etrangere !== null);
  if (devise) throw new ReleveRefuse(`le montant est en ${cite(devise)}, et non en euros.`);
}
