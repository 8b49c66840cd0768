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

/** A cell that says of an operation that it did not take place, and nothing else. */
const PAS_FAIT_SEUL =
  /^(en attente|pending|a venir|upcoming|en cours( de traitement)?|processing|in progress|(refus|annul|rejet|echou|prev|bloqu|expir|suspend|programm|planifi|abandonn)(e|ee|u|ue)s?|provisoire|autorisee?|cancell?ed|declined|failed|rejected|reverted|reversed|scheduled|authori[sz]ed|void|denied|on hold|draft|brouillon|non (comptabilise|execute|effectue|valide)e?)$/;
/** Columns whose words are of the kind of an operation, or of what the agency makes of it, rather than of its state. */
const D_AUTRE_CHOSE =
  /\b(type|nature|categorie|category|libelle|label|description|detail|motif|objet|operation|rapprochement|pointage|justificatifs?|factures?|pieces?|note|commentaire|comment)\b/;
/** Those that can be of nothing else. */
const D_UN_ETAT = /\b(situation|avancement|suivi|etape|phase|progression|execution|traitement)\b/;

/**
 * Whether these cells are the states of operations, whatever their header: some that took place and some that did not, or
 * one alone that did not and says nothing else.
 */
export function sontDesEtats(cellules: readonly string[], entete: string): boolean {
  const distincts = [...new Set(cellules)].filter((texte) => texte !== "");
  if (distincts.length === 0 || distincts.length > ETATS_AU_PLUS) return false;
  const etats = new Set(distincts.map(aEuLieu));
  if (etats.has(true) && etats.has(false) && !etats.has(null)) return true;
  const nom = mot(entete);
  if (D_AUTRE_CHOSE.test(nom) || !distincts.some((texte) => PAS_FAIT_SEUL.test(mot(texte))))
    return false;
  return !etats.has(null) || D_UN_ETAT.test(nom);
}
