import { cite } from "../../texte-lu.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";
import type { ColonneNommee } from "./sens-ecrit.ts";

/** The codes of ISO 4217, without those that are also words of a French file: ALL, LBP, PEN, SAR, TOP, TRY … */
const CODES =
  "USD|GBP|CHF|CAD|AUD|NZD|JPY|CNY|CNH|HKD|SGD|TWD|KRW|INR|IDR|MYR|PHP|THB|VND|XPF|XOF|XAF|XCD|KMF|MGA|MUR|DJF|SCR|HTG|MAD|TND|DZD|EGP|LYD|MRU|GNF|CDF|RWF|NGN|GHS|KES|ZAR|AOA|ETB|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|HRK|RSD|MKD|MDL|UAH|RUB|BYN|AMD|AZN|KZT|UZS|ILS|JOD|AED|QAR|KWD|BHD|OMR|IQD|IRR|BRL|MXN|ARS|CLP|UYU|DOP|CRC|BBD|JMD|FRF|BEF|LUF|DEM|ITL|ESP";
const CODE = new RegExp(`(?<![A-Z])(?:${CODES})(?![A-Z])`);
const CODE_SEUL = new RegExp(`^(?:${CODES})$`, "i");
const CODE_D_UN_MONTANT = new RegExp(`\\d\\s?(?:${CODES})\\b|\\b(?:${CODES})\\s?[-+−]?\\d`, "i");
const CODE_D_UN_ENTETE = new RegExp(`\\b(?:${CODES})\\b`, "i");
const SYMBOLE = /(?:US|CA|AU|HK)?\$(?:US|CA)?|[£¥₣₤₩₪₫₱₹₺₽₿]/;
const NOM =
  /\b(?:dollars?|pounds?|livres? (?:sterling|turques?|egyptiennes?|libanaises?)|francs? (?:cfp|cfa|pacifique|suisses?|comoriens?)|swiss francs?|couronnes? (?:suedoises?|norvegiennes?|danoises?|tcheques?|islandaises?)|yens?|yuans?|roubles?|roupies?|dirhams?|dinars?|zlotys?|forints?|reais|pesos?)\b/;
/** The short names of currencies, told where nothing else is expected. */
const NOM_COURT = /^(?:francs?|couronnes?|livres?|sterling|rands?|leu|lei|levs?|shekels?)\b/;

const EUROS = /\b(?:eur|euros?)\b/;

/** Whether a text names the euro. */
export const ditEuros = (texte: string): boolean => /€/.test(texte) || EUROS.test(mot(texte));

/** « EUR », « Euro (EUR) », « 978 »: a text that names the euro and nothing else. */
const estEuros = (texte: string): boolean =>
  /^(?:(?:eur|euros?|978|compte|du|en) ?)+$/.test(mot(texte.replaceAll("€", " eur ")));

const trouver = (texte: string, ...formes: readonly RegExp[]): string | null =>
  formes.map((forme) => texte.match(forme)?.[0]).find((trouve) => trouve !== undefined) ?? null;

/** The foreign currency that a text names, as it names it; null when it names none, or the euro as well. */
export function deviseEtrangere(texte: string): string | null {
  if (ditEuros(texte)) return null;
  const montant = trouver(texte, CODE_D_UN_MONTANT);
  return montant === null
    ? (trouver(texte, CODE, SYMBOLE) ?? trouver(mot(texte), NOM))
    : (trouver(montant, CODE_D_UN_ENTETE) ?? montant.replace(/[\d\s+−-]/g, ""));
}

/** The foreign currency that a header names, « Montant (usd) »; null when it names none. */
export const enteteEtranger = (entete: string): string | null =>
  ditEuros(entete) ? null : (deviseEtrangere(entete) ?? trouver(entete, CODE_D_UN_ENTETE));

/** @throws ReleveRefuse */
function refuserLeCompte(devise: string): never {
  throw new ReleveRefuse(`Ce compte est tenu en ${cite(devise)}, et non en euros.`);
}

/** Refuses an account that is not kept in euros, as its statement says. @throws ReleveRefuse */
export function exigerCompteEnEuros(devise: string): void {
  if (devise.trim() !== "" && !estEuros(devise)) refuserLeCompte(devise);
}

/** « Devise du compte : XPF », « Compte tenu en : francs CFP »: a currency follows these words. */
const NOMME_LA_DEVISE =
  /^(?:(?:code |account )?(?:devise|monnaie|currency|ccy)\b(?:[^:]*:|(?: du compte| code)?(?:\s|$))|.*\b(?:tenue?|exprimee?s?|libellee?s?|montants?) en\b\s*:?)\s*/i;

/** The currency that this cell announces, in the cell itself or in the next one; null when it announces none. */
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

/** The signs that a line about a currency has: most lines have none, and are not read further. */
const EN_PARLE = new RegExp(
  `${CODES}|${SYMBOLE.source}|devise|monnaie|currency|ccy|\\ben\\b|dollar|pound|livre|franc|couronne|yen|yuan|rouble|roupie|dirham|dinar|zloty|forint|reais|peso`,
  "i",
);

/** A longer cell is not the currency of an account. */
const SIGNES_AU_PLUS = 200;

/**
 * Refuses lines above or below a table that name another currency than the euro: of the account, or of its balance.
 * @throws ReleveRefuse naming it
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
/** Headers of amounts paid abroad or of fees, which are not amounts of the account. */
const D_AILLEURS =
  /\b(?:origine?|original|orig|initiale?|local|locale|frais|fees?|commissions?|etrangere?|contre ?valeur|cible|source|beneficiaire|exchange|change|conversion|converti|taux|rate)\b/;
const DES_FRAIS = /\b(?:frais|fees?|commissions?)\b/;
const D_UN_MONTANT = /\b(?:montants?|sommes?|soldes?|debits?|credits?|amounts?|balance)\b/;

/** The columns of a table that tell the currency of its amounts, and the one of its fees. */
export interface ColonnesDeDevise {
  montants: readonly ColonneNommee[];
  frais: ColonneNommee | null;
}

/**
 * The columns that tell the currency of a table's amounts: those whose header says so, else those whose cells are
 * currencies.
 *
 * @param cellules the cells of the operations, line by line
 * @param libres the columns that are not read for anything else
 * @param lues the headers of the amounts that are read
 * @throws ReleveRefuse for amounts whose header names another currency
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

/** @throws ReleveRefuse */
function refuserLaColonne(entete: string): void {
  const devise = enteteEtranger(entete);
  if (devise !== null)
    throw new ReleveRefuse(
      `La colonne ${cite(entete)} est en ${cite(devise)}, et non en euros : seul un compte en euros se lit.`,
    );
}

/**
 * Refuses an amount that is not in euros, as a cell of its line says.
 * @param dites the cells of the columns of currencies
 * @param montants those of the amounts: « 95 000 XPF »
 * @throws ReleveRefuse
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
