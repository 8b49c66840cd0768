import {
  ajouterJours,
  aujourdhui,
  dernierJour,
  formatJour,
  type Jour,
  type Mois,
  moisEnLettres,
  plusTard,
} from "../../dates.ts";
import type { Exercice } from "./exercices.ts";

/** The day on which an entry is booked; `pieceDate`: the day of the recorded event when it is earlier, else null. */
export interface JoursDEcriture {
  date: Jour;
  pieceDate: Jour | null;
}

/**
 * The days of an entry (livres/README §12.1): the entry is booked on the day of the event that it records (`fait`), or
 * on the first day after the closed periods.
 *
 * @param closes the last days of the periods already closed; a period that ends today or later is still open today
 */
export function joursDEcriture(
  fait: Jour,
  { closes, today }: { closes: readonly Jour[]; today: Jour },
): JoursDEcriture {
  const date = closes
    .filter((fin) => fin < today)
    .reduce((jour, fin) => plusTard(jour, ajouterJours(fin, 1)), fait);
  return { date, pieceDate: date === fait ? null : fait };
}

/** The beginning of a refusal, « Juillet 2027 n’est pas terminé : »; null once the last day of the month has come. */
function pasTermine(mois: Mois, today: Jour): string | null {
  if (dernierJour(mois) <= today) return null;
  const lettres = moisEnLettres(mois);
  return `${lettres.charAt(0).toUpperCase()}${lettres.slice(1)} n’est pas terminé\u00A0:`;
}

/** The French refusal to close a month before its last day; null when it may be closed. */
export function refusDeClore(mois: Mois, today: Jour): string | null {
  const debut = pasTermine(mois, today);
  return debut && `${debut} ce mois se clôt à partir du ${formatJour(dernierJour(mois))}.`;
}

/**
 * The French refusal to validate the owner's statement of a month before its last day; null when it may be validated.
 */
export function refusDeRendre(mois: Mois, today: Jour): string | null {
  const debut = pasTermine(mois, today);
  return (
    debut && `${debut} son compte rendu se valide à partir du ${formatJour(dernierJour(mois))}.`
  );
}

/** A closed month; every earlier month is closed too. */
export interface MoisClos {
  mois: Mois;
  /**
   * The person who closed the month; null: the month closed by itself when its last owner's statement was validated.
   */
  user: string | null;
  createdAt: string;
  /**
   * The statement whose validation closed the month; null when a person closed it, or when no validated statement
   * precedes the closing.
   */
  dernier: DernierCompte | null;
}

/** The owner's statement validated last before the month closed by itself. */
export interface DernierCompte {
  mandat: string;
  valideLe: string;
  validePar: string | null;
}

/** A year of the agency's own book; `clos`: the way in which it was closed, null while it is open. */
export interface ExerciceTenu extends Exercice {
  clos: Omit<MoisClos, "mois"> | null;
}

/**
 * The French words for the closing of a month or a year: « clos le 12/01/2027 par Mme Petit », or « clos de lui-même
 * le 12/01/2027 : dernier compte rendu validé le 12/01/2027 par Mme Petit (mandat 000042) ».
 *
 * @param nameOf gives the name of the person with an e-mail address
 */
export function motsDeCloture(
  { user, createdAt, dernier }: Omit<MoisClos, "mois">,
  nameOf: (email: string | null) => string,
): string {
  const le = formatJour(aujourdhui(new Date(createdAt)));
  if (user !== null) return `clos le ${le} par ${nameOf(user)}`;
  if (dernier === null) return `clos de lui-même le ${le}`;
  const valide = formatJour(aujourdhui(new Date(dernier.valideLe)));
  return `clos de lui-même le ${le} : dernier compte rendu validé le ${valide} par ${nameOf(dernier.validePar)} (mandat ${dernier.mandat})`;
}

/** `GET /Cloture`: the closed months of the agency, the latest first, and the last day that is closed. */
export interface Clotures {
  closJusquAu: Jour | null;
  mois: MoisClos[];
}
