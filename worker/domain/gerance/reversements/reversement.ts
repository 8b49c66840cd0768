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

/** Where a batch stands. */
export const ETATS_REVERSEMENT = {
  a_valider: "À valider",
  valide: "Validé",
  telecharge: "Remis à la banque",
  annule: "Annulé",
} as const;

export type EtatReversement = keyof typeof ETATS_REVERSEMENT;

/** What became of a transfer. */
export const ETATS_VIREMENT = {
  emis: "Prévu",
  annule: "Annulé",
  rejete: "Rejeté par la banque",
} as const;

export type EtatVirement = keyof typeof ETATS_VIREMENT;

/** As many accounts as one batch pays. */
export const COMPTES_AU_PLUS = 2_000;

/** Days during which a change of account is told to who pays. */
const JOURS_APRES_CHANGEMENT = 30;

/** Where an owner may be paid, and since when. */
export interface CoordonneesLues {
  id: number;
  titulaire: string;
  /** What may be seen of it. */
  iban: string;
  bic: string | null;
  /** The instant from which money may go there. */
  actifLe: string;
  /** They replaced others. */
  changees: boolean;
}

/** A part of a valid account, and all that decides whether it is paid over. */
export interface PartDue {
  CompteRenduPartId: number;
  CompteRenduId: number;
  MissionId: number;
  ClientId: number;
  mois: Mois;
  au: Jour;
  /** Day of the month that follows. */
  jourReversement: number;
  /** « 000042 », its name. */
  mandat: { numero: string; nom: string };
  nom: string;
  montant: Centimes;
  /** The live batch that pays it already. */
  lot: string | null;
  /** How many of its transfers the bank refused. */
  rejets: number;
  /** What is owed to the owners of the mandate besides (4670), and what is to be paid over to them (4672). */
  solde: Centimes;
  aPayer: Centimes;
  coordonnees: CoordonneesLues | null;
  /** Other bank details wait: for a confirmation, or for the end of their delay. */
  attente: "confirmation" | "delai" | null;
  /** Cents that the tenants of the mandate owed on its closing, and its expenses without a bill. */
  impaye: Centimes;
  depensesSansPiece: number;
}

/** What the control of a part says: why it is not paid, what to look at. */
export interface Controle {
  bloque: string | null;
  avertissements: string[];
}

const euros = (centimes: Centimes): string => formatEuros(enEuros(centimes));

/**
 * Whether a part may be paid over now, and what to look at first (domain/README §12.18). Bank details hold from their
 * instant on; while others wait for the same owner, nothing goes to the former ones.
 */
export const controler = (part: PartDue, today: Jour): Controle => ({
  bloque: blocage(part),
  avertissements: avertissements(part, today),
});

function blocage({
  lot,
  solde,
  aPayer,
  montant,
  attente,
  coordonnees,
  nom,
}: PartDue): string | null {
  if (lot !== null) return `Déjà dans le lot ${lot}.`;
  if (solde < 0) {
    return `Le compte du mandat est débiteur de ${euros(-solde)} : rien n’en part tant qu’il l’est.`;
  }
  if (aPayer < montant) {
    return `Il ne reste que ${euros(Math.max(0, aPayer))} à reverser pour ce mandat.`;
  }
  if (attente === "confirmation") {
    return `Le nouvel IBAN de ${nom} attend la confirmation d’un second administrateur.`;
  }
  if (attente === "delai") {
    return `Le nouvel IBAN de ${nom} n’est utilisable qu’à la fin de son délai de sécurité.`;
  }
  if (coordonnees === null) return `${nom} n’a pas d’IBAN pour ce mandat.`;
  if (!estSepa(coordonnees.iban)) {
    return `Le compte de ${nom} n’est pas de la zone SEPA : donnez-en un autre à ce mandat.`;
  }
  if (demandeUnBic(coordonnees.iban) && coordonnees.bic === null) {
    return `Le compte de ${nom} est hors de l’Espace économique européen : ajoutez le BIC de sa banque.`;
  }
  if (texteSepa(coordonnees.titulaire, NOM_AU_PLUS) === "") {
    return `La banque ne peut pas lire le titulaire du compte de ${nom} : écrivez-le en lettres latines.`;
  }
  return null;
}

function avertissements(
  { coordonnees, impaye, depensesSansPiece, rejets, nom }: PartDue,
  today: Jour,
): string[] {
  const dits: string[] = [];
  const depuis = coordonnees?.changees ? aujourdhui(new Date(coordonnees.actifLe)) : null;
  if (depuis !== null && depuis > ajouterJours(today, -JOURS_APRES_CHANGEMENT)) {
    dits.push(`L’IBAN de ${nom} a changé : il est utilisable depuis le ${formatJour(depuis)}.`);
  }
  if (rejets > 0) dits.push(`La banque a déjà refusé ce virement : vérifiez l’IBAN de ${nom}.`);
  if (impaye > 0) dits.push(`Les locataires du mandat devaient encore ${euros(impaye)}.`);
  if (depensesSansPiece > 0) {
    dits.push(
      depensesSansPiece === 1
        ? "Une dépense de ce compte n’a pas de pièce."
        : `${depensesSansPiece} dépenses de ce compte n’ont pas de pièce.`,
    );
  }
  return dits;
}

/** The day on which an account is paid over: that of its mandate in the month that follows, when banks settle. */
export const jourDeReversement = ({
  au,
  jourReversement,
}: Pick<PartDue, "au" | "jourReversement">): Jour =>
  jourTarget(jourDuMois(ajouterMois(moisDe(au), 1), jourReversement));

/**
 * What lies in the bank and the till, and what of it belongs to owners, tenants and suppliers, but for what the bank has
 * not shown; cents.
 */
export interface FondsDetenus {
  /** In the account that pays. */
  compte: Centimes;
  /** In all the accounts of rents, and in the till. */
  detenu: Centimes;
  /** Owed to each owner, those below zero apart, to tenants, to suppliers, to nobody known yet. */
  du: Centimes;
}

/** Cents that are missing so that each is paid with his own money; zero or more (invariant I6, domain/README §12.4). */
export const manqueDeCouverture = (
  { detenu, du }: FondsDetenus,
  honoraires: Centimes = 0,
): Centimes => Math.max(0, du + honoraires - detenu);

/** The fees of the agency that may leave, and those that stay; cents. */
export interface HonorairesAVirer {
  partent: Centimes;
  restent: Centimes;
}

/**
 * What of its fees the agency may have (domain/README §12.18): no more than what lies there beyond what is owed to others.
 * @param pris cents of the fees taken and not transferred yet
 * @param attente cents of them that another batch transfers already
 */
export function honorairesAVirer(
  { detenu, du }: Pick<FondsDetenus, "detenu" | "du">,
  { pris, attente }: { pris: Centimes; attente: Centimes },
): HonorairesAVirer {
  const dus = Math.max(0, pris - attente);
  const partent = Math.min(dus, Math.max(0, detenu - du - attente));
  return { partent, restent: dus - partent };
}

/** What a batch asked to take its fees takes: all of them where none may leave, so that it is refused. */
export const honorairesDuLot = ({ partent, restent }: HonorairesAVirer): Centimes =>
  partent > 0 ? partent : restent;

/** Why some of the fees stay, in a sentence; null: none does. */
export const motsDesHonorairesRestants = ({ restent }: HonorairesAVirer): string | null =>
  restent > 0
    ? `${euros(restent)} d’honoraires ne partent pas encore : ils seraient pris sur l’argent des autres.`
    : null;

/**
 * Why a batch cannot leave, in sentences: the account has not so much, or others would pay for it.
 * @param honoraires cents of the fees that it takes, with those that wait in another where it takes some
 * @param nonVus what was recorded and the bank has not shown, in words; null: there is nothing
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

/** « M000042-2026-10- », then the rank of the transfer: no transfer of another account begins so. */
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

/** « GERANCE OCT 2026 MANDAT 000042 »: what the owner reads on his own statement. */
export const libelleDeVirement = (
  { numero, MissionId }: { numero: string; MissionId: number },
  mois: Mois,
): string =>
  texteSepa(
    `GERANCE ${MOIS_COURTS[Number(mois.slice(5)) - 1]} ${mois.slice(0, 4)} MANDAT ${numeroLu(numero) ?? (numero || String(MissionId))}`,
    LIBELLE_AU_PLUS,
  );

/** « REV-2026-11-0001 » */
export const numeroDeReversement = (mois: Mois, rang: number): string =>
  `REV-${mois}-${String(rang).padStart(4, "0")}`;

/** By what the transfer of the agency's fees is known, in its batch. */
export const referenceDesHonoraires = (numero: string): string => `${numero}-HON`;

/**
 * Whether a second person must validate a batch: above the sum of the agency; a sum of zero is always above.
 * @param total cents of the batch, with what its author sent alone within a day (domain/README §12.18)
 */
export const aDeux = (total: Centimes, seuil: Centimes | null): boolean =>
  seuil !== null && (seuil === 0 || total > seuil);
