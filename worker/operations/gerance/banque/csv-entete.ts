import { mot } from "#domain/gerance/banque/colonnes-de-releve.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { ibanNu, ibanValable } from "#domain/iban.ts";
import { lisible } from "./csv-table.ts";

/** The heading that a bank writes before its table. */
export interface Entete {
  compte: string;
  /** The lines above the table in which the balances are searched. */
  avant: readonly string[][];
  /** The balance after the last line, when the heading gives it at a fixed place; null otherwise. */
  solde: Centimes | null;
  /** The count of movements in the heading; null when the heading gives none. */
  nombre: number | null;
}

/** Reads the heading above a table: the account, its balances, its count of movements. */
export function enteteDe(tout: readonly string[][]): Entete {
  const avant = deSonCompte(tout);
  const cellules = avant.flat().filter(Boolean);
  const [premiere = [] as string[]] = avant;
  // Société générale: ="0105900051804855";01/02/2026;20/02/2026;35;18/02/2026;3,39 EUR
  const numero = premiere[0]?.match(/^="?(\d{11,23})"?$/)?.[1];
  if (numero && premiere.length >= 6 && /^\d+$/.test(premiere[3] ?? "")) {
    return {
      compte: numero,
      avant: [],
      nombre: Number(premiere[3]),
      solde: lisible(premiere[5] ?? ""),
    };
  }
  const iban = cellules
    .flatMap((texte) => texte.match(/[A-Z]{2}\d{2}[A-Z\d ]{10,34}/gi) ?? [])
    .map(ibanNu)
    .find(ibanValable);
  return { compte: iban ?? compteDit(avant), avant, nombre: null, solde: null };
}

/**
 * The lines above a table, from the last account that they name: an account named earlier has no movement in the
 * table.
 */
function deSonCompte(avant: readonly string[][]): readonly string[][] {
  const nommes = avant.flatMap((cellules, rang) =>
    /^(compte|livret|pel|cel|ldds?)\b/.test(mot(cellules[0] ?? "")) && nommeUnCompte(cellules)
      ? [{ rang, compte: compteDit([cellules]) }]
      : [],
  );
  const dernier = nommes.findLast(
    ({ compte }, rang) => compte !== nommes[rang - 1]?.compte && rang > 0,
  );
  return dernier ? avant.slice(dernier.rang) : avant;
}

/** Whether a line names an account by its number. */
export const nommeUnCompte = (cellules: readonly string[]): boolean => compteDit([cellules]) !== "";

/** The most characters of a line that are searched for an account. */
const SIGNES_DU_COMPTE = 300;

/**
 * The first account number of these lines, as « Numéro de compte : 12345678901 », in one cell or two, or « Livret A
 * carte n° 00099900011 »; empty when there is none.
 */
function compteDit(avant: readonly (readonly string[])[]): string {
  for (const cellules of avant) {
    const texte = cellules
      .join(" ")
      .slice(0, SIGNES_DU_COMPTE)
      .replace(/[\s:]+/g, (blanc) => (blanc.includes(":") ? ": " : " "));
    const [, numero] =
      texte.match(/compte.*?(?:n[°o]|num[ée]ro|:)[: ]{0,2}([\dA-Z]{10,23})\b/i) ??
      texte.match(/num[ée]ro (?:de )?compte[: ]{0,2}([\dA-Z]{10,23})\b/i) ??
      texte.match(/\bn[°o] ?(\d{10,23})\b/i) ??
      [];
    if (numero && /\d{6}/.test(numero)) return numero;
  }
  return "";
}
