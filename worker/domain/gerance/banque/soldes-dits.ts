import { type Jour, lireJour, moisEnLettres } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import { mot } from "./colonnes-de-releve.ts";
import { montantEcrit } from "./montants-et-jours-ecrits.ts";
import { ReleveRefuse } from "./releve.ts";
import { sensEcrit } from "./sens-ecrit.ts";

/** The balances that a bank writes above its table, before and after the lines; cents. */
export interface SoldesDits {
  ancien: Centimes | null;
  nouveau: Centimes | null;
}

/** A balance written above a table; cents. */
interface SoldeDit {
  quel: "ancien" | "nouveau" | "comptable" | "date";
  jour: Jour | null;
  montant: Centimes;
}

const UN_SOLDE =
  /^((ancien|nouveau|dernier|votre) )?solde\b|^(opening|closing|ending|starting) balance\b/;
export const nommeUnSolde = (cellule: string): boolean => UN_SOLDE.test(mot(cellule));
const ANCIEN =
  /\b(ancien|precedent|initial|depart|ouverture|debut|anterieur|reporte?|opening|starting|previous)\b/;
const NOUVEAU = /\b(nouveau|final|cloture|fin|closing|ending|actuel|dernier|current)\b/;
/** Words of balances other than the account's own: available, forecast, average… */
const AUTRE =
  /\b(disponible|available|prevu|previsionnel|a venir|en valeur|moyen|attente|autorise|carte|francs?)\b/;

/** A longer cell is read as no balance. */
const SIGNES_AU_PLUS = 200;

const MOIS = Array.from({ length: 12 }, (_, rang) =>
  moisEnLettres(`2000-${String(rang + 1).padStart(2, "0")}`).replace(/ .*/, ""),
);
const MOIS_SANS_ACCENTS = MOIS.map(mot);
const DATES = new RegExp(
  `\\b(?:\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}(?:er)? (?:${[...MOIS, ...MOIS_SANS_ACCENTS].join("|")}) \\d{4})(?!\\d)`,
  "gi",
);
const MONTANT = /[-−+]?[ \u00A0\u202F]?\d[\d \u00A0\u202F.,’']*(?:€|EUR|euros?)?$/i;

function lisible(texte: string): Centimes | null {
  try {
    return texte.trim() === "" ? null : montantEcrit(texte);
  } catch (error) {
    if (!(error instanceof ReleveRefuse)) throw error;
    return null;
  }
}

/** The amount at the end of a text, once its dates are removed: « Solde au 31/10/2026 : 1 017,79 € », « 120,00 D ». */
function montantFinal(texte: string): Centimes | null {
  const nu = texte
    .replace(DATES, ":")
    .replace(/euros?$/i, "€")
    .trim()
    .replace(/ ?\b(d[ée]biteur|cr[ée]diteur|D|C)$/i, "");
  return lisible(nu) ?? lisible(nu.match(MONTANT)?.[0] ?? "");
}

/** The first date of a text, in each form of {@link DATES}: « 01/10/2026 », « 2026-10-01 », « 1er octobre 2026 ». */
function jourDit(texte: string): Jour | null {
  const [date = ""] = texte.match(DATES) ?? [];
  const [, jour, nom = "", annee] = mot(date).match(/^(\d{1,2})(?:er)? ([a-z]+) (\d{4})$/) ?? [];
  return lireJour(nom === "" ? date : `${jour}/${MOIS_SANS_ACCENTS.indexOf(nom) + 1}/${annee}`);
}

/** The amount of a balance, made negative when a word or a letter of its cells marks a debit balance. */
function signe(montant: Centimes, cellules: readonly string[]): Centimes {
  const debiteur = cellules.some(
    (cellule, rang) =>
      /\bdebiteur\b/.test(mot(cellule)) ||
      /\d ?(€|EUR|euros?)? ?D$/i.test(cellule.trim()) ||
      (rang > 0 && sensEcrit(cellule) === "sort"),
  );
  return debiteur ? -Math.abs(montant) : montant;
}

/** The balance in a group of cells whose first cell names it; an empty list without a balance. */
function soldeDe(cellules: readonly string[]): SoldeDit[] {
  const nom = mot(cellules[0] ?? "");
  if (AUTRE.test(nom)) return [];
  const montant = [...cellules.slice(1), cellules[0] ?? ""]
    .map(montantFinal)
    .find((montantLu) => montantLu !== null);
  if (montant === undefined) return [];
  const quel = ANCIEN.test(nom)
    ? "ancien"
    : /\bcomptable\b/.test(nom)
      ? "comptable"
      : NOUVEAU.test(nom)
        ? "nouveau"
        : "date";
  const jour = cellules.map(jourDit).find((jourLu) => jourLu !== null) ?? null;
  return [{ quel, jour, montant: signe(montant, cellules) }];
}

/** The balances of a line: each cell that names a balance, read with the cells up to the next cell that names one. */
function lusDans(cellules: readonly string[]): SoldeDit[] {
  const remplies = cellules.filter((cellule) => cellule !== "" && cellule.length <= SIGNES_AU_PLUS);
  const debuts = remplies.flatMap((cellule, rang) => (nommeUnSolde(cellule) ? [rang] : []));
  return debuts.flatMap((debut, rang) => soldeDe(remplies.slice(debut, debuts[rang + 1])));
}

/**
 * The balances of the account that a bank writes above its table, in cents. The book balance (« comptable ») prevails
 * over any other new balance; the available balance does not count.
 *
 * @param avant the lines above the table
 * @param mouvements the sum of the table in cents, which tells apart two balances that bear only a date
 */
export function soldesDits(
  avant: readonly (readonly string[])[],
  mouvements: Centimes,
): SoldesDits {
  const soldes = avant.flatMap(lusDans);
  const premier = (quel: SoldeDit["quel"]): Centimes | null =>
    soldes.find((solde) => solde.quel === quel)?.montant ?? null;
  const ancien = premier("ancien");
  const nouveau = premier("comptable") ?? premier("nouveau");
  const dates = soldes
    .filter(({ quel }) => quel === "date")
    .toSorted((solde, autre) => ordre(solde.jour ?? "", autre.jour ?? ""));
  const [debut, fin] = [dates[0], dates.at(-1)];
  if (nouveau !== null || !debut || !fin) return { ancien, nouveau };
  if (ancien !== null || debut.montant === fin.montant) return { ancien, nouveau: fin.montant };
  return debut.montant + mouvements === fin.montant
    ? { ancien: debut.montant, nouveau: fin.montant }
    : { ancien: null, nouveau: null };
}
