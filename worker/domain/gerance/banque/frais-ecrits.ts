import { cite } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";
import type { ColonneNommee } from "./sens-ecrit.ts";

const DES_FRAIS = /\b(?:frais|fees?|commissions?)\b/;
/** Headers that mention fees but name something else: an amount with or without fees, a rate, a kind, a currency. */
const D_AUTRE_CHOSE =
  /\b(?:compris|inclus|incl|including|excluding|excl|net|nets|avant|hors|apres|before|after|sans|devise|monnaie|currency|ccy|type|nature|taux|rate|libelle|motif|mode)\b/;
/** Headers of a column of fees and nothing else: a cell of this column that is no amount is refused. */
const FRAIS_SEULS = /^(?:frais|fees?|commissions?)$/;
const EN_TOUT = /\b(?:total|totaux)\b/;
/** Headers of amounts that already include the fees: « Net », « Montant total (TTC) », « Total amount ». */
const NET =
  /\b(?:nets?|nette|total|totaux|ttc|(?:frais|commissions?|fees?) (?:compris|inclus|incl|included|deduits)|incl|including|apres|after)\b/;

/** The columns of fees of a table; `compris`: the amounts already include the fees. */
export interface ColonnesDeFrais {
  colonnes: readonly ColonneNommee[];
  compris: boolean;
}

/**
 * Finds the columns of fees of a table; only the column of their total when there is one.
 *
 * @param libres the columns that have no other use yet
 * @param montants the headers of the columns read as amounts
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

/** The amount of a line and its fees as written, in cents. */
export interface AvecFrais {
  montant: Centimes;
  frais: Centimes;
}

/**
 * The movement of each line once its fees are counted, in cents. Three readings exist: the amounts include the fees,
 * the fees are subtracted, or the fees are added with their signs. A header decides (`compris`), else the balances
 * after the lines; balances that fit no reading mean that the amounts include the fees. When nothing decides, the
 * fees are subtracted, or added with their signs when some fees are below zero.
 *
 * @param suit whether amounts fit the balances after the lines; null without balances
 * @throws ReleveRefuse for a column of total fees, when nothing decides
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
