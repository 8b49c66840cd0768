import { mot } from "./colonnes-de-releve.ts";
import type { ColonneDite, TableInconnue } from "./correspondance.ts";
import { enteteEtranger } from "./devise-ecrite.ts";

const JOUR = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;
const MONTANT = /^[-+−]?[\d\s\u00A0\u202F.]*\d[.,]\d{2}(\s?€)?$/;
const MOTS = /[a-z]{3}/i;

/** Headers of the label of an operation, then headers of the payer or the person paid. */
const LIBELLES =
  /\b(libelle|label|description|details?|objet|motif|communication|narrative|memo)\b/;
const PAYEURS =
  /\b(payeur|payer|payee|partner|contrepartie|counterparty|tiers|beneficiaire|beneficiary|merchant|emetteur|donneur|nom|name)\b/;
/** Headers of an account, a kind, a currency, a state or a number. */
const AUTRES =
  /\b(compte|account|iban|bic|type|nature|categorie|category|devise|currency|monnaie|statut|status|etat|state|carte|card|id|numero)\b/;
/** Headers of amounts in a foreign currency, of fees or of rates. */
const D_AILLEURS = /\b(origine?|original|orig|frais|fees?|commissions?|taux|rate)\b/;

/**
 * Proposes a meaning for the columns of an unknown table, which a person then confirms: the first column of days, the
 * first of amounts in euros, the payer, and the label (else the payer's column, else the longest texts).
 *
 * @returns the meaning of each column; empty for a column to ignore
 */
export function colonnesProposees({ entetes, exemples }: TableInconnue): (ColonneDite | "")[] {
  const places = [...entetes.keys()];
  const cellules = (place: number) => exemples.map((ligne) => ligne[place] ?? "").filter(Boolean);
  const nom = (place: number) => mot(entetes[place] ?? "");
  const toutes = (forme: RegExp) =>
    places.filter(
      (place) =>
        cellules(place).length > 0 && cellules(place).every((cellule) => forme.test(cellule)),
    );
  const date = toutes(JOUR)[0];
  const montant = toutes(MONTANT).find(
    (place) =>
      place !== date && !D_AILLEURS.test(nom(place)) && !enteteEtranger(entetes[place] ?? ""),
  );
  const textes = places
    .filter(
      (place) =>
        place !== date &&
        place !== montant &&
        cellules(place).some((cellule) => MOTS.test(cellule)),
    )
    .toSorted((rang, autre) => cellules(autre).join("").length - cellules(rang).join("").length);
  const deLOperation = textes.filter((place) => !AUTRES.test(nom(place)));
  const remplie = (place: number) => cellules(place).length === exemples.length;
  const payeur = deLOperation.find((place) => PAYEURS.test(nom(place)));
  const libelle =
    deLOperation.find((place) => LIBELLES.test(nom(place)) && remplie(place)) ??
    payeur ??
    deLOperation[0] ??
    textes[0];
  return places.map((place) => {
    if (place === date) return "date";
    if (place === montant) return "montant";
    if (place === libelle) return "libelle";
    return place === payeur ? "tiers" : "";
  });
}
