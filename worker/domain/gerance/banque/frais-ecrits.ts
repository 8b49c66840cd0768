import { cite } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";
import type { ColonneNommee } from "./sens-ecrit.ts";

const DES_FRAIS = /\b(?:frais|fees?|commissions?)\b/;
/** Of an amount with its fees, without them, or of their kind. */
const D_AUTRE_CHOSE =
  /\b(?:compris|inclus|incl|including|excluding|excl|net|nets|avant|hors|apres|before|after|sans|devise|monnaie|currency|ccy|type|nature|taux|rate|libelle|motif|mode)\b/;
/** A column of fees and of nothing else: a cell of it that is no amount is refused, and not left. */
const FRAIS_SEULS = /^(?:frais|fees?|commissions?)$/;
const EN_TOUT = /\b(?:total|totaux)\b/;
/** « Net », « Montant total (TTC) », « Total amount »: fees are in it already. */
const NET =
  /\b(?:nets?|nette|total|totaux|ttc|(?:frais|commissions?|fees?) (?:compris|inclus|incl|included|deduits)|incl|including|apres|after)\b/;

/** The columns of what a bank took besides, and whether the amounts beside hold it already. */
export interface ColonnesDeFrais {
  colonnes: readonly ColonneNommee[];
  compris: boolean;
}

/**
 * The columns of fees of a table: the one of their total, where there is one.
 * @param libres the columns that nothing else is read from
 * @param montants the headers of the amounts that are read
 * @param estMontant whether every cell of a column is an amount
 */
export function colonnesDeFrais(
  libres: readonly ColonneNommee[],
  montants: readonly string[],
  estMontant: (colonne: ColonneNommee) => boolean,
): ColonnesDeFrais {
  const toutes = libres.filter((colonne) => {
    const nom = mot(colonne.entete);
    if (FRAIS_SEULS.test(nom)) return true;
    return DES_FRAIS.test(nom) && !D_AUTRE_CHOSE.test(nom) && estMontant(colonne);
  });
  const totaux = toutes.filter(({ entete }) => EN_TOUT.test(mot(entete)));
  return {
    colonnes: totaux.length > 0 ? totaux.slice(0, 1) : toutes,
    compris: montants.some((entete) => NET.test(mot(entete))),
  };
}

/** An amount of a line and what was taken besides, in cents, as they are written. */
export interface AvecFrais {
  montant: Centimes;
  frais: Centimes;
}

/**
 * The movement of each line with its fees, in cents. The balances after the lines decide, where they prove a single
 * reading (amounts that no balance follows stay as written); else the headers do. Fees of which one is below zero bear
 * their signs; others are subtracted.
 *
 * @param suit whether the balances after the lines follow these amounts; null where there are none
 * @throws ReleveRefuse for the total of fees that may be in the amounts already
 */
export function fraisPris(
  lignes: readonly AvecFrais[],
  { colonnes, compris }: ColonnesDeFrais,
  suit: ((montants: readonly Centimes[]) => boolean) | null,
): Centimes[] {
  const seuls = lignes.map(({ montant }) => montant);
  if (compris || lignes.every(({ frais }) => frais === 0)) return seuls;
  const deduits = lignes.map(({ montant, frais }) => montant - Math.abs(frais));
  const signes = lignes.map(({ montant, frais }) => montant + frais);
  if (suit) {
    const [suivie, ...autres] = [seuls, deduits, signes].filter(suit);
    if (!suivie) return seuls;
    if (autres.every((lecture) => String(lecture) === String(suivie))) return suivie;
  }
  const total = colonnes.find(({ entete }) => EN_TOUT.test(mot(entete)));
  if (total)
    throw new ReleveRefuse(
      `La colonne ${cite(total.entete)} dit des frais, et rien ne dit s’ils sont déjà dans les montants.`,
    );
  return lignes.some(({ frais }) => frais < 0) ? signes : deduits;
}
