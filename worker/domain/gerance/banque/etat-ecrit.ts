import { cite } from "../../texte-lu.ts";
import { mot } from "./colonnes-de-releve.ts";
import { ReleveRefuse } from "./releve.ts";

/** Words by which banks say that an operation took place. */
const FAIT =
  /^((deja|operation|transaction|paiement|virement|mouvement) )?(comptabilise|execute|effectue|termine|paye|regle|valide|realise|traite|enregistre|confirme|finalise|reussi|abouti|encaisse|credite|debite|definiti[fv]|passe)(e|s|es)?( avec succes)?( le [\d ]+)?$|^(succes|complete|completed|book|booked|settled|cleared|paid|posted|validated|success|successful|succeeded|processed|executed|confirmed|finalized|done|ok)$/;

/** Words by which banks say that an operation did not take place, or not yet. */
const PAS_FAIT =
  /\b(refus|declin|annul|cancel|(en )?attente|pending|rejet|reject|revers|revert|fail|echec|echou|expir|bloqu|blocked|en cours|a l etude|cours de traitement|processing|in (progress|process)|a venir|futur|prevu|previs|program|planifi|schedul|provisoire|temporair|authori[sz]|autoris|void|denied|denie|(on )?hold|held|suspend|upcoming|draft|brouillon|initie|initiated|abandon|supprim|deleted|error|erreur|impaye|unpaid|unsettled|uncleared|unposted|unbooked|incomplet|non (comptabilis|execut|effectu|valid|confirm|abouti|paye|regle|trait|termin|definiti)|not (booked|posted|settled|cleared|completed|executed|processed|paid)|a (comptabiliser|valider|payer|regler|executer|confirmer|signer))/;

/** A column with more distinct values than this holds no states. */
const ETATS_AU_PLUS = 30;

/** Whether an operation in this state took place; null for an unknown word. */
export function aEuLieu(etat: string): boolean | null {
  const motDEtat = mot(etat);
  if (FAIT.test(motDEtat)) return true;
  return PAS_FAIT.test(motDEtat) ? false : null;
}

/** Whether an operation in this state took place. @throws ReleveRefuse for an unknown word */
export function exigerEtat(etat: string): boolean {
  const fait = aEuLieu(etat);
  if (fait === null)
    throw new ReleveRefuse(`l’état ${cite(etat)} ne dit pas si l’opération a eu lieu.`);
  return fait;
}

/** Cells that only say that the operation did not take place. */
const PAS_FAIT_SEUL =
  /^(en attente|pending|a venir|upcoming|en cours( de traitement)?|processing|in progress|(refus|annul|rejet|echou|prev|bloqu|expir|suspend|programm|planifi|abandonn)(e|ee|u|ue)s?|provisoire|autorisee?|cancell?ed|declined|failed|rejected|reverted|reversed|scheduled|authori[sz]ed|void|denied|on hold|draft|brouillon|non (comptabilise|execute|effectue|valide)e?)$/;
/** Headers of columns that give no state: the kind or the label of an operation, or the agency's own work on it. */
const D_AUTRE_CHOSE =
  /\b(type|nature|categorie|category|libelle|label|description|detail|motif|objet|operation|rapprochement|pointage|justificatifs?|factures?|pieces?|note|commentaire|comment)\b/;
/** Headers that can only announce a state. */
const D_UN_ETAT = /\b(situation|avancement|suivi|etape|phase|progression|execution|traitement)\b/;

/**
 * Whether the cells of a column are states of operations: some cells mean done and all the others not done, or one
 * cell clearly means not done and the header does not exclude states. An unknown word is accepted only under a header
 * of {@link D_UN_ETAT}.
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
