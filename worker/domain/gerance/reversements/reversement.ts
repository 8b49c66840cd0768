import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  formatJour,
  type Jour,
  jourDuMois,
  type Mois,
  moisDe,
} from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import { demandeUnBic, estSepa } from "../../zone-sepa.ts";
import type { Centimes } from "../livres/repartition.ts";
import { jourTarget } from "./jours-target.ts";
import { LIBELLE_AU_PLUS, NOM_AU_PLUS } from "./sepa.ts";
import { texteSepa } from "./texte-sepa.ts";

/** The states of a batch of transfers (reversement), with their words. */
export const ETATS_REVERSEMENT = {
  a_valider: "À valider",
  valide: "Validé",
  telecharge: "Remis à la banque",
  annule: "Annulé",
} as const;

export type EtatReversement = keyof typeof ETATS_REVERSEMENT;

export const ETATS_VIREMENT = {
  emis: "Prévu",
  annule: "Annulé",
  rejete: "Rejeté par la banque",
} as const;

export type EtatVirement = keyof typeof ETATS_VIREMENT;

/** The most sums of one kind that one request pays. */
export const COMPTES_AU_PLUS = 2_000;

/** How many days after a change of bank account the product warns the person who pays. */
const JOURS_APRES_CHANGEMENT = 30;

/** The bank details of a payee, and the instant from which they may be used. */
export interface CoordonneesLues {
  id: number;
  titulaire: string;
  /** The IBAN with its middle digits masked. */
  iban: string;
  bic: string | null;
  actifLe: string;
  /** Whether these bank details replaced other ones. */
  changees: boolean;
  /** Whether an account of the agency has the same visible digits in its IBAN. */
  commeLAgence: boolean;
}

/** The step that new bank details wait for: a confirmation, or the end of their delay; null when none wait. */
export type AttenteDeCoordonnees = "confirmation" | "delai" | null;

/** An owner’s part of a validated statement, with the facts that decide whether it may be paid. */
export interface PartDue {
  CompteRenduPartId: number;
  CompteRenduId: number;
  MissionId: number;
  ClientId: number;
  mois: Mois;
  au: Jour;
  /** The day on which the mandate pays its owners, in the month after the period. */
  jourReversement: number;
  mandat: { numero: string; nom: string };
  nom: string;
  montant: Centimes;
  /** The number of the batch that already pays the part and is not cancelled; null without one. */
  lot: string | null;
  /** The number of transfers of this part that the bank refused. */
  rejets: number;
  /**
   * The balance of the mandate's account (4670) in the books; `aPayer`: the sums still to transfer to its owners
   * (4672).
   */
  solde: Centimes;
  aPayer: Centimes;
  coordonnees: CoordonneesLues | null;
  attente: AttenteDeCoordonnees;
  /**
   * The cents owed by the tenants of the mandate at the end of the period; `depensesSansPiece`: the number of
   * expenses of the statement without a bill.
   */
  impaye: Centimes;
  depensesSansPiece: number;
}

/**
 * The result of a check: `bloque`, the reason why a sum may not be paid (null when it may), and the points to look at
 * first.
 */
export interface Controle {
  bloque: string | null;
  avertissements: string[];
}

const euros = (centimes: Centimes): string => formatEuros(enEuros(centimes));

/**
 * Checks an owner’s part: whether it may be paid now, and the points to look at first (reversements/README §12.18).
 */
export const controler = (part: PartDue, today: Jour): Controle => ({
  bloque: blocage(part),
  avertissements: avertissements(part, today),
});

function blocage(part: PartDue): string | null {
  const { lot, solde, aPayer, montant, nom } = part;
  if (lot !== null) return `Déjà dans le lot ${lot}.`;
  if (solde < 0) {
    return `Le compte du mandat est débiteur de ${euros(-solde)} : rien n’en part tant qu’il l’est.`;
  }
  if (aPayer < montant) {
    return `Il ne reste que ${euros(Math.max(0, aPayer))} à reverser pour ce mandat.`;
  }
  return refusDesCoordonnees(
    part,
    `${nom} n’a pas d’IBAN pour ce mandat.`,
    " : donnez-en un autre à ce mandat",
  );
}

/** The facts about a payee that the checks of bank details need. */
interface PayeSur {
  nom: string;
  coordonnees: CoordonneesLues | null;
  attente: AttenteDeCoordonnees;
  rejets: number;
}

/**
 * The French refusal to pay a person on these bank details now; null when he may be paid.
 * @param sans the sentence for a person without bank details
 * @param remede the advice for an account that transfers do not reach
 */
export function refusDesCoordonnees(
  { attente, coordonnees, nom }: Pick<PayeSur, "attente" | "coordonnees" | "nom">,
  sans: string,
  remede = " : donnez-en un autre",
): string | null {
  if (attente === "confirmation") {
    return `Le nouvel IBAN de ${nom} attend la confirmation d’un second administrateur.`;
  }
  if (attente === "delai") {
    return `Le nouvel IBAN de ${nom} n’est utilisable qu’à la fin de son délai de sécurité.`;
  }
  if (coordonnees === null) return sans;
  if (!estSepa(coordonnees.iban)) {
    return `Le compte de ${nom} n’est pas de la zone SEPA${remede}.`;
  }
  if (demandeUnBic(coordonnees.iban) && coordonnees.bic === null) {
    return `Le compte de ${nom} est hors de l’Espace économique européen : ajoutez le BIC de sa banque.`;
  }
  if (texteSepa(coordonnees.titulaire, NOM_AU_PLUS) === "") {
    return `La banque ne peut pas lire le titulaire du compte de ${nom} : écrivez-le en lettres latines.`;
  }
  return null;
}

/** The points to check before a person is paid on these bank details, as French sentences. */
export function avertissementsDesCoordonnees(
  { coordonnees, nom, rejets }: Omit<PayeSur, "attente">,
  today: Jour,
): string[] {
  const phrases: string[] = [];
  const depuis = coordonnees?.changees ? aujourdhui(new Date(coordonnees.actifLe)) : null;
  if (depuis !== null && depuis > ajouterJours(today, -JOURS_APRES_CHANGEMENT)) {
    phrases.push(`L’IBAN de ${nom} a changé : il est utilisable depuis le ${formatJour(depuis)}.`);
  }
  if (coordonnees?.commeLAgence) {
    phrases.push(
      `L’IBAN de ${nom} a les mêmes chiffres visibles qu’un compte de l’agence : vérifiez qu’il est bien le sien.`,
    );
  }
  if (rejets > 0) phrases.push(`La banque a déjà refusé ce virement : vérifiez l’IBAN de ${nom}.`);
  return phrases;
}

function avertissements(part: PartDue, today: Jour): string[] {
  const { impaye, depensesSansPiece } = part;
  const phrases = avertissementsDesCoordonnees(part, today);
  if (impaye > 0) phrases.push(`Les locataires du mandat devaient encore ${euros(impaye)}.`);
  if (depensesSansPiece > 0) {
    phrases.push(
      depensesSansPiece === 1
        ? "Une dépense de ce compte n’a pas de pièce."
        : `${depensesSansPiece} dépenses de ce compte n’ont pas de pièce.`,
    );
  }
  return phrases;
}

/**
 * The day on which an owner’s statement is paid: the day that the mandate sets in the next month, postponed to a day
 * on which banks settle transfers.
 */
export const jourDeReversement = ({
  au,
  jourReversement,
}: Pick<PartDue, "au" | "jourReversement">): Jour =>
  jourTarget(jourDuMois(ajouterMois(moisDe(au), 1), jourReversement));

/** The money held for others and the sums owed to them; cents. Sums that no bank statement shows are left out. */
export interface FondsDetenus {
  /** The balance of the bank account that pays. */
  compte: Centimes;
  /** The balance of all the accounts of rents and of the till. */
  detenu: Centimes;
  /** The sums owed to owners (negative balances left out), to tenants, to suppliers and to unknown payers. */
  du: Centimes;
}

/**
 * The cents missing to pay each owner with his own money; zero when no cent is missing (invariant I6, livres/README
 * §12.4).
 */
export const manqueDeCouverture = (
  { detenu, du }: FondsDetenus,
  honoraires: Centimes = 0,
): Centimes => Math.max(0, du + honoraires - detenu);

/**
 * The fees that the agency may transfer to itself now (`partent`), and the fees that must wait (`restent`); cents.
 */
export interface HonorairesAVirer {
  partent: Centimes;
  restent: Centimes;
}

/**
 * The fees that the agency may transfer to itself (reversements/README §12.18): no more than the money beyond the
 * sums owed to others.
 *
 * @param pris the fees taken and not transferred yet, in cents
 * @param attente the part of these fees in batches not validated yet, in cents
 */
export function honorairesAVirer(
  { detenu, du }: Pick<FondsDetenus, "detenu" | "du">,
  { pris, attente }: { pris: Centimes; attente: Centimes },
): HonorairesAVirer {
  const dus = Math.max(0, pris - attente);
  const partent = Math.min(dus, Math.max(0, detenu - du - attente));
  return { partent, restent: dus - partent };
}

/**
 * The fees of a batch that asks for fees: the part that may be transferred now. When no part may be, all the fees
 * count, so that the batch is refused.
 */
export const honorairesDuLot = ({ partent, restent }: HonorairesAVirer): Centimes =>
  partent > 0 ? partent : restent;

/** The sentence on fees that may not be transferred yet; null when all the fees may be transferred. */
export const motsDesHonorairesRestants = ({ restent }: HonorairesAVirer): string | null =>
  restent > 0
    ? `${euros(restent)} d’honoraires ne partent pas encore : ils seraient pris sur l’argent des autres.`
    : null;

/**
 * The French refusal of a batch: its bank account does not hold enough, or the money of others would pay for the
 * batch. Null when the batch is allowed.
 *
 * @param honoraires cents: the fees of the batch and of the batches not validated yet; zero for a batch without fees
 * @param nonVus the words for recorded sums that no bank statement shows; null without such sums
 */
export function refusDuLot(
  fonds: FondsDetenus,
  { total, honoraires, nonVus }: { total: Centimes; honoraires: Centimes; nonVus: string | null },
): string | null {
  const manque = manqueDeCouverture(fonds, honoraires);
  if (total <= fonds.compte && manque === 0) return null;
  const refus =
    total > fonds.compte
      ? `Ce lot fait ${euros(total)} et le compte bancaire n’a que ${euros(Math.max(0, fonds.compte))} dans les livres.`
      : `Il manque ${euros(manque)} pour que chaque propriétaire soit payé avec son argent : l’agence doit d’abord les apporter.`;
  return nonVus === null ? refus : `${refus} Ne comptent pas ${nonVus}.`;
}

/**
 * The start of the reference of an owner’s transfer, before its rank: « M000042-2026-10- ». No other kind of transfer
 * has a reference of this form.
 */
export const debutDeReference = (
  { numero, MissionId }: { numero: string; MissionId: number },
  mois: Mois,
): string => `M${numeroLu(numero) ?? String(MissionId).padStart(6, "0")}-${mois}-`;

export const referenceDeVirement = (debut: string, rang: number): string =>
  debut + String(rang).padStart(2, "0");

const numeroLu = (numero: string): string | null =>
  /^\d{1,9}$/.test(numero) ? numero.padStart(6, "0") : null;

const MOIS_COURTS = [
  "JAN",
  "FEV",
  "MARS",
  "AVR",
  "MAI",
  "JUIN",
  "JUIL",
  "AOUT",
  "SEPT",
  "OCT",
  "NOV",
  "DEC",
];

/** The words on an owner’s bank statement: « GERANCE OCT 2026 MANDAT 000042 ». */
export const libelleDeVirement = (
  { numero, MissionId }: { numero: string; MissionId: number },
  mois: Mois,
): string =>
  texteSepa(
    `GERANCE ${MOIS_COURTS[Number(mois.slice(5)) - 1]} ${mois.slice(0, 4)} MANDAT ${numeroLu(numero) ?? (numero || String(MissionId))}`,
    LIBELLE_AU_PLUS,
  );

/** The number of a batch: « REV-2026-11-0001 ». */
export const numeroDeReversement = (mois: Mois, rang: number): string =>
  `REV-${mois}-${String(rang).padStart(4, "0")}`;

/** The reference of the transfer of the agency's fees within a batch. */
export const referenceDesHonoraires = (numero: string): string => `${numero}-HON`;

/**
 * Whether a second person must validate a batch, because the total is above the agency’s limit (reversements/README
 * §12.18). A limit of zero always requires a second person; a null limit never does.
 *
 * @param total cents: the batch, and the batches that its author validated alone in the last 24 hours
 */
export const aDeux = (total: Centimes, seuil: Centimes | null): boolean =>
  seuil !== null && (seuil === 0 || total > seuil);
