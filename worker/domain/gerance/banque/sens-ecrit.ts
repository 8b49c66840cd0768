import { cite } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";

export type Sens = "entre" | "sort";

const ENTREES =
  /^((au |en )?(c|cr|cred|credits?|crediteurs?|crediteuse|crdt|credited|entrees?|entrante?s?|recue?s?|encaissements?|recettes?|in|incoming|inbound|received|money in|paid in|deposits?)|\+)$/;
const SORTIES =
  /^((au |en )?(d|db|dr|deb|debits?|debiteurs?|debitrice|dbit|debited|sorties?|sortante?s?|emis|emises?|decaissements?|depenses?|out|outgoing|outbound|sent|money out|paid out|withdrawals?)|[-−–])$/;
const SIGNE = /^[+\-−–]$/;

/** The direction that a cell gives by a word or a sign alone; null when it gives none. */
export function sensEcrit(texte: string): Sens | null {
  const sens = SIGNE.test(texte) ? texte : mot(texte);
  if (ENTREES.test(sens)) return "entre";
  return SORTIES.test(sens) ? "sort" : null;
}

/**
 * Words of direction in a sentence, « Virement reçu », « Transfer sent »; the words of `A_REBOURS` make them
 * unreliable.
 */
const RECU = /\b(recue?s?|entrante?s?|received|incoming|en votre faveur)\b/;
const EMIS = /\b(emis|emises?|sortante?s?|sent|outgoing)\b/;
const A_REBOURS =
  /\b(prelevements?|prlv|sdd|direct debit|rejet|retour|annul\w*|rembours\w*|extourne|frais|commissions?|fees?|impayes?)\b/;
/** Words of operations that usually take money out of an account. */
const DEPENSES =
  /\b(prelevements?|prlv|sdd|direct debit|carte|card|cb|retrait|atm|frais|fees?|commissions?|cotisations?|achats?|paiements?|payments?)\b/;

function sensDeLaPhrase(texte: string): Sens | null {
  const motDeSens = mot(texte);
  const [recu, emis] = [RECU.test(motDeSens), EMIS.test(motDeSens)];
  if (recu === emis || A_REBOURS.test(motDeSens)) return null;
  return recu ? "entre" : "sort";
}

/** The direction that a cell gives, by a word, a sign or a sentence; null when it gives none. */
export const sensDit = (texte: string): Sens | null => sensEcrit(texte) ?? sensDeLaPhrase(texte);

export interface ColonneNommee {
  place: number;
  entete: string;
}

const PARLE_DU_SENS =
  /^$|\b(sens|signe|direction|mouvement|d c|dc|type|nature|debit|credit|operation)\b/;

/** A line of a table: its cells and its amount in cents. */
interface Operation {
  cellules: readonly string[];
  montant: Centimes;
}

/**
 * Finds the columns that give the direction of amounts, whatever their headers: every filled cell is a direction.
 *
 * @throws ReleveRefuse for a column that gives a direction on some lines only; when amounts have signs, only if the
 * header speaks of a direction and a cell contradicts a sign
 */
export function colonnesDuSens(
  operations: readonly Operation[],
  colonnes: readonly ColonneNommee[],
): ColonneNommee[] {
  const signes = operations.some(({ montant }) => montant < 0);
  return colonnes.filter((colonne) => {
    const distinctes = new Set(operations.map(({ cellules }) => cellule(cellules, colonne)));
    const pleines = [...distinctes].filter((texte) => texte !== "");
    const vides = pleines.every((texte) => /^[-−–]$/.test(texte));
    const enParle = PARLE_DU_SENS.test(mot(colonne.entete));
    if (vides && !enParle) return false;
    const autres = pleines.filter((texte) => sensDit(texte) === null);
    if (autres.length === 0) return pleines.length > 0;
    if (!enDit(pleines, autres)) return false;
    if (signes && (!enParle || !operations.some((operation) => seContredit(operation, colonne))))
      return false;
    throw new ReleveRefuse(
      `La colonne ${cite(colonne.entete)} dit si un montant entre ou sort sur certaines lignes, et ${cite(autres[0] ?? "")} sur d’autres : le sens des montants n’est pas sûr.`,
    );
  });
}

const cellule = (cellules: readonly string[], { place }: ColonneNommee): string =>
  cellules[place]?.trim() ?? "";

/** Whether the word beside an amount contradicts its sign. */
function seContredit({ cellules, montant }: Operation, colonne: ColonneNommee): boolean {
  const sens = sensDit(cellule(cellules, colonne));
  return sens !== null && montant !== 0 && (sens === "sort") !== montant < 0;
}

/** Whether a column gives the direction of some lines, although its other cells (`autres`) give none. */
function enDit(pleines: readonly string[], autres: readonly string[]): boolean {
  if (pleines.some((texte) => sensEcrit(texte) !== null && !SIGNE.test(texte))) return true;
  if (pleines.some((texte) => sensDeLaPhrase(texte) === "sort")) return true;
  const recus = pleines.some((texte) => sensDeLaPhrase(texte) === "entre");
  return recus && autres.some((texte) => DEPENSES.test(mot(texte)));
}
