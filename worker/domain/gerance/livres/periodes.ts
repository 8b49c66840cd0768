import {
  ajouterJours,
  dernierJour,
  formatJour,
  type Jour,
  type Mois,
  moisEnLettres,
  plusTard,
} from "../../dates.ts";

/** The days of an entry: its own, and that of its fact where that is an earlier one. */
export interface JoursDEcriture {
  date: Jour;
  pieceDate: Jour | null;
}

/**
 * The day on which a fact is entered (livres/README §12.1): its own, else the first one after all that is closed.
 *
 * @param closes the last days of the periods that are closed for it; those that end today or later close this evening
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

/** « Juillet 2027 n’est pas terminé : »: what begins the refusal of a month before its last day; null: that day has come. */
function pasTermine(mois: Mois, today: Jour): string | null {
  if (dernierJour(mois) <= today) return null;
  const lettres = moisEnLettres(mois);
  return `${lettres.charAt(0).toUpperCase()}${lettres.slice(1)} n’est pas terminé\u00A0:`;
}

/** Why a month may not be closed yet; null: its last day has come. */
export function refusDeClore(mois: Mois, today: Jour): string | null {
  const debut = pasTermine(mois, today);
  return debut && `${debut} ce mois se clôt à partir du ${formatJour(dernierJour(mois))}.`;
}

/** Why the account of a month may not be made valid yet; null: the last day of the month has come. */
export function refusDeRendre(mois: Mois, today: Jour): string | null {
  const debut = pasTermine(mois, today);
  return (
    debut && `${debut} son compte rendu se valide à partir du ${formatJour(dernierJour(mois))}.`
  );
}

/** A month that the agency closed, with all that came before it. */
export interface MoisClos {
  mois: Mois;
  /** Null: it closed by itself, with the last of its accounts. */
  user: string | null;
  createdAt: string;
}

/** `GET /Cloture`: the closed months of the agency, the latest first, and the last day that they close. */
export interface Clotures {
  closJusquAu: Jour | null;
  mois: MoisClos[];
}
