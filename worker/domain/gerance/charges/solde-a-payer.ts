import { dansMois, formatJour, type Jour } from "../../dates.ts";
import { type Euros, enCentimes, enEuros } from "../../montants.ts";
import { type Centimes, enParts } from "../livres/repartition.ts";
import { anneeCivileDe, exerciceCivil } from "./exercice.ts";

/** The months after the sending of a statement within which its balance falls due. */
const MOIS_D_EXIGIBILITE = 12;

/**
 * The French refusal of a due day less than a month after the tenant gets the statement (art. 23; charges/README
 * §12.21), or more than a year after it was sent; null when the day is accepted.
 *
 * @param today the day of the statement
 * @param arriveLe the day on which the tenant gets it
 */
export function refusDExigibilite(
  exigibleLe: Jour,
  today: Jour,
  arriveLe: Jour = today,
): string | null {
  const premier = exigibiliteProposee(arriveLe);
  if (exigibleLe < premier) {
    const lettre =
      arriveLe === today ? "" : ` la lettre arrive vers le ${formatJour(arriveLe)}, et`;
    return `Le ${formatJour(premier)} au plus tôt :${lettre} le décompte précède d’un mois au moins le paiement (article 23).`;
  }
  const dernier = dansMois(today, MOIS_D_EXIGIBILITE);
  return exigibleLe > dernier
    ? `Le ${formatJour(dernier)} au plus tard : le solde est exigible dans l’année qui suit l’envoi.`
    : null;
}

/** The proposed due day of a balance (art. 23). @param today the day on which the tenant gets the statement */
export const exigibiliteProposee = (today: Jour): Jour => dansMois(today, 1);

/**
 * The numbers of months over which a balance may be paid: twelve by right for a late statement, three or six by
 * agreement.
 */
export const MOIS_D_ECHELONNEMENT = [3, 6, 12] as const;

export type MoisDEchelonnement = (typeof MOIS_D_ECHELONNEMENT)[number];

/** The name of the exercice of a statement (charges/README §16.1). */
interface Nomme {
  annee: number;
}

/** The sending of a statement; `mois` is null while the balance is to be paid at once. */
interface Envoye {
  envoyeLe: Jour;
  partiLe: Jour | null;
  mois: MoisDEchelonnement | null;
}

/** A monthly part of a balance; cents. */
export interface Echelon {
  exigibleLe: Jour;
  montant: Centimes;
}

/**
 * Splits a balance into monthly parts, from its due day (art. 23; charges/README §16.4).
 *
 * @param montant cents, above zero
 * @returns cents
 */
export const echelonner = (
  montant: Centimes,
  { exigibleLe, mois }: { exigibleLe: Jour; mois: MoisDEchelonnement },
): Echelon[] =>
  enParts(montant, mois).map((part, rang) => ({
    exigibleLe: dansMois(exigibleLe, rang),
    montant: part,
  }));

/**
 * Whether the tenant may ask to pay in twelve parts: the statement came after the end of the civil year that follows
 * the year of its charges (art. 23).
 *
 * @param le the day of the statement
 */
export const parDouziemes = ({ annee }: Nomme, le: Jour): boolean =>
  le > exerciceCivil(anneeCivileDe(annee) + 1).au;

/**
 * The numbers of months over which a balance may be paid: three or six by agreement, twelve for a late statement (art.
 * 23).
 *
 * @param le the day of the statement
 */
export const echelonnementsDe = (decompte: Nomme, le: Jour): MoisDEchelonnement[] =>
  MOIS_D_ECHELONNEMENT.filter((mois) => mois < 12 || parDouziemes(decompte, le));

/**
 * The French reason why a sent statement may not be paid over `mois` months; null when it may.
 *
 * @param reste euros: the unpaid part of the sum that the statement asks for
 */
export function refusDEchelonnement(
  envoi: Envoye | null,
  { annee, mois, reste }: { annee: number; mois: number; reste: Euros },
): string | null {
  if (envoi === null) return "Ce décompte n’est pas envoyé : son solde n’est pas encore à payer.";
  if (envoi.mois !== null) return "Ce solde est déjà à payer en plusieurs fois.";
  if (reste <= 0) return "Il ne reste rien à payer de ce décompte.";
  return refusDesMois({ annee }, mois, envoi.partiLe ?? envoi.envoyeLe);
}

/**
 * The French refusal to spread the balance of a statement over `mois` months; null when they are accepted.
 *
 * @param le the day of the statement
 */
export const refusDesMois = (decompte: Nomme, mois: number, le: Jour): string | null =>
  echelonnementsDe(decompte, le).some((offert) => offert === mois)
    ? null
    : "Ce décompte est envoyé à temps : son solde se paie en trois ou six mois, par accord (article 23).";

/** The twelve parts of a balance, in euros. @param montant euros, above zero */
export const douziemes = (montant: Euros): Euros[] => enParts(enCentimes(montant), 12).map(enEuros);
