import { cite } from "../../texte-lu.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";

/** What a bank says of an operation that took place. */
const FAIT =
  /^((deja|operation|transaction|paiement|virement|mouvement) )?(comptabilise|execute|effectue|termine|paye|regle|valide|realise|traite|enregistre|confirme|finalise|reussi|abouti|encaisse|credite|debite|definiti[fv]|passe)(e|s|es)?( avec succes)?( le [\d ]+)?$|^(succes|complete|completed|book|booked|settled|cleared|paid|posted|validated|success|successful|succeeded|processed|executed|confirmed|finalized|done|ok)$/;

/** What it says of one that did not, or not yet: it moved nothing. */
const PAS_FAIT =
  /\b(refus|declin|annul|cancel|(en )?attente|pending|rejet|reject|revers|revert|fail|echec|echou|expir|bloqu|blocked|en cours|a l etude|cours de traitement|processing|in (progress|process)|a venir|futur|prevu|previs|program|planifi|schedul|provisoire|temporair|authori[sz]|autoris|void|denied|denie|(on )?hold|held|suspend|upcoming|draft|brouillon|initie|initiated|abandon|supprim|deleted|error|erreur|impaye|unpaid|unsettled|uncleared|unposted|unbooked|incomplet|non (comptabilis|execut|effectu|valid|confirm|abouti|paye|regle|trait|termin|definiti)|not (booked|posted|settled|cleared|completed|executed|processed|paid)|a (comptabiliser|valider|payer|regler|executer|confirmer|signer))/;

/** No bank tells more of them in a file. */
const ETATS_AU_PLUS = 30;

/** Whether an operation of this state took place; null for a word that is not known. */
export function aEuLieu(etat: string): boolean | null {
  const dit = mot(etat);
  if (FAIT.test(dit)) return true;
  return PAS_FAIT.test(dit) ? false : null;
}

/**
 * Whether an operation of this state took place.
 * @throws ReleveRefuse naming a word that is not known
 */
export function exigerEtat(etat: string): boolean {
  const fait = aEuLieu(etat);
  if (fait === null)
    throw new ReleveRefuse(`l’état ${cite(etat)} ne dit pas si l’opération a eu lieu.`);
  return fait;
}

/** Whether these cells, whatever their header, are the states of operations: some that took place, some that did not. */
export function sontDesEtats(cellules: readonly string[]): boolean {
  const distincts = [...new Set(cellules)].filter((texte) => texte !== "");
  if (distincts.length < 2 || distincts.length > ETATS_AU_PLUS) return false;
  const etats = new Set(distincts.map(aEuLieu));
  return etats.has(true) && etats.has(false) && !etats.has(null);
}
