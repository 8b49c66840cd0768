import { cite } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";

/** The direction of an amount. */
export type Sens = "entre" | "sort";

const ENTREES =
  /^((au |en )?(c|cr|cred|credits?|crediteurs?|crediteuse|crdt|credited|entrees?|entrante?s?|recue?s?|encaissements?|recettes?|in|incoming|inbound|received|money in|paid in|deposits?)|\+)$/;
const SORTIES =
  /^((au |en )?(d|db|dr|deb|debits?|debiteurs?|debitrice|dbit|debited|sorties?|sortante?s?|emis|emises?|decaissements?|depenses?|out|outgoing|outbound|sent|money out|paid out|withdrawals?)|[-−–])$/;
const SIGNE = /^[+\-−–]$/;

/** The direction that a cell names; null when it names none. */
export function sensEcrit(texte: string): Sens | null {
  const sens = SIGNE.test(texte) ? texte : mot(texte);
  if (ENTREES.test(sens)) return "entre";
  return SORTIES.test(sens) ? "sort" : null;
}

/** « Virement reçu », « Transfer sent ». A direct debit is received by its payer, and a rejection goes back. */
const RECU = /\b(recue?s?|entrante?s?|received|incoming|en votre faveur)\b/;
const EMIS = /\b(emis|emises?|sortante?s?|sent|outgoing)\b/;
const A_REBOURS =
  /\b(prelevements?|prlv|sdd|direct debit|rejet|retour|annul\w*|rembours\w*|extourne|frais|commissions?|fees?|impayes?)\b/;
/** The operations that usually take money out of an account. */
const DEPENSES =
  /\b(prelevements?|prlv|sdd|direct debit|carte|card|cb|retrait|atm|frais|fees?|commissions?|cotisations?|achats?|paiements?|payments?)\b/;

function sensDeLaPhrase(texte: string): Sens | null {
  const motDeSens = mot(texte);
  const [recu, emis] = [RECU.test(motDeSens), EMIS.test(motDeSens)];
  if (recu === emis || A_REBOURS.test(motDeSens)) return null;
  return recu ? "entre" : "sort";
}

/** The direction that a cell tells, in a column of directions or of kinds. */
export const sensDit = (texte: string): Sens | null => sensEcrit(texte) ?? sensDeLaPhrase(texte);

/** A column of a table, by its place and its header. */
export interface ColonneNommee {
  place: number;
  entete: string;
}

const PARLE_DU_SENS =
  /^$|\b(sens|signe|direction|mouvement|d c|dc|type|nature|debit|credit|operation)\b/;

/** An operation as its cells and its amount, in cents, tell it. */
interface Operation {
  cellules: readonly string[];
  montant: Centimes;
}

/**
 * The columns that tell which way amounts go, whatever their headers: those of which every cell is a word of it. Beside
 * amounts that bear their signs, one that says it here and something else there is left, but where it contradicts a sign.
 * @throws ReleveRefuse naming a column that tells it here, and something else there
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

/** Whether the sign of an amount is not that of the word beside it. */
function seContredit({ cellules, montant }: Operation, colonne: ColonneNommee): boolean {
  const sens = sensDit(cellule(cellules, colonne));
  return sens !== null && montant !== 0 && (sens === "sort") !== montant < 0;
}

/** Whether a column about other things also tells the direction of some of its lines. */
function enDit(pleines: readonly string[], autres: readonly string[]): boolean {
  if (pleines.some((texte) => sensEcrit(texte) !== null && !SIGNE.test(texte))) return true;
  if (pleines.some((texte) => sensDeLaPhrase(texte) === "sort")) return true;
  const recus = pleines.some((texte) => sensDeLaPhrase(texte) === "entre");
  return recus && autres.some((texte) => DEPENSES.test(mot(texte)));
}
