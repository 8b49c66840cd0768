import { cite } from "../../texte-lu.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";

/** The words of a bank for an operation that took place. */
const FAIT =
  /^((deja|operation|transaction|paiement|virement|mouvement) )?(comptabilise|execute|effectue|termine|paye|regle|valide|realise|traite|enregistre|confirme|finalise|reussi|abouti|encaisse|credite|debite|definiti[fv]|passe)(e|s|es)?( avec succes)?( le [\d ]+)?$|^(succes|complete|completed|book|booked|settled|cleared|paid|posted|validated|success|successful|succeeded|processed|executed|confirmed|finalized|done|ok)$/;

/** The words for an operation that did not take place, or not yet: it moved no money. */
const PAS_FAIT =
  /\b(refus|declin|annul|cancel|(en )?attente|pending|rejet|reject|revers|revert|fail|echec|echou|expir|bloqu|blocked|en cours|a l etude|cours de traitement|processing|in (progress|process)|a venir|futur|prevu|previs|program|planifi|schedul|provisoire|temporair|authori[sz]|autoris|void|denied|denie|(on )?hold|held|suspend|upcoming|draft|brouillon|initie|initiated|abandon|supprim|deleted|error|erreur|impaye|unpaid|unsettled|uncleared|unposted|unbooked|incomplet|non (comptabilis|execut|effectu|valid|confirm|abouti|paye|regle|trait|termin|definiti)|not (booked|posted|settled|cleared|completed|executed|processed|paid)|a (comptabiliser|valider|payer|regler|executer|confirmer|signer))/;

/** A bank has no more states than this in a file. */
const ETATS_AU_PLUS = 30;

/** Whether an operation of this state took place; null for a word that is not known. */
export function aEuLieu(etat: string): boolean | null {
  const motDEtat = mot(etat);
  if (FAIT.test(motDEtat)) return true;
  return PAS_FAIT.test(motDEtat) ? false : null;
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

/** A cell that says only that the operation did not take place. */
const PAS_FAIT_SEUL =
  /^(en attente|pending|a venir|upcoming|en cours( de traitement)?|processing|in progress|(refus|annul|rejet|echou|prev|bloqu|expir|suspend|programm|planifi|abandonn)(e|ee|u|ue)s?|provisoire|autorisee?|cancell?ed|declined|failed|rejected|reverted|reversed|scheduled|authori[sz]ed|void|denied|on hold|draft|brouillon|non (comptabilise|execute|effectue|valide)e?)$/;
/** Headers of columns about the kind of an operation, or about what the agency does with it: not about its state. */
const D_AUTRE_CHOSE =
  /\b(type|nature|categorie|category|libelle|label|description|detail|motif|objet|operation|rapprochement|pointage|justificatifs?|factures?|pieces?|note|commentaire|comment)\b/;
/** Headers that can only name a state. */
const D_UN_ETAT = /\b(situation|avancement|suivi|etape|phase|progression|execution|traitement)\b/;

/**
 * Whether these cells are states of operations, whatever their header: some took place and others did not, or a lone
 * one did not and says nothing else.
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
