// This file stands apart from the schemas of forms: the list of a month loads it without their library.

import { formatJour, type Jour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";

/** How an owner answered: on his page, or to staff, who note it (revisions/README §15.9). */
export const MOYENS_D_ACCORD = {
  page: "Sur sa page",
  courriel: "Par courriel",
  lettre: "Par lettre",
  telephone: "Par téléphone",
} as const;

export type MoyenDAccord = keyof typeof MOYENS_D_ACCORD;

/** What an owner was asked about the revision of an anniversary, and what he said; cents. */
export interface AccordNote {
  id: number;
  anniversaire: Jour;
  loyerApres: Centimes;
  chargeApres: Centimes;
  /** Null: nobody asked him, his answer alone was noted. */
  demandeLe: Jour | null;
  /** Null while he has not answered. */
  accorde: boolean | null;
  reponduLe: Jour | null;
}

/** The agreement that a mandate asks of its owner before a revision. */
export interface AccordAttendu {
  etat: "accord_a_demander" | "accord_demande" | "accord_donne";
  /** The last thing asked or said of this revision; null: nothing yet. */
  dernier: AccordNote | null;
}

/**
 * Whether the owner agreed to a revision (revisions/README §15.9): to this rent or a higher one, and in so many words:
 * silence is never an agreement.
 *
 * @param accords of the anniversary, the oldest first; null: the mandate asks for none
 * @returns null when none is asked for
 */
export function accordAttendu(
  accords: readonly AccordNote[] | null,
  revision: { loyerApres: Centimes; chargeApres: Centimes },
): AccordAttendu | null {
  if (accords === null) return null;
  const dernier = accords.at(-1) ?? null;
  if (dernier?.accorde === null) return { etat: "accord_demande", dernier };
  const couvert =
    dernier?.accorde === true &&
    revision.loyerApres <= dernier.loyerApres &&
    revision.chargeApres <= dernier.chargeApres;
  return { etat: couvert ? "accord_donne" : "accord_a_demander", dernier };
}

/** The state of an agreement, in a sentence for staff. */
export function motsDeLAccord({ etat, dernier }: AccordAttendu): string {
  if (etat === "accord_donne")
    return `Accord du propriétaire le ${formatJour(dernier?.reponduLe ?? "")}.`;
  if (etat === "accord_demande")
    return `Demandé au propriétaire le ${formatJour(dernier?.demandeLe ?? "")} : il n’a pas répondu.`;
  if (dernier?.accorde === true)
    return "Le loyer dépasse celui que le propriétaire a accepté : redemandez son accord.";
  return "Le mandat demande l’accord du propriétaire avant de réviser ce loyer.";
}

/** The reason kept with a revision that its owner refused. */
export const motifDeRefus = (reponduLe: Jour): string =>
  `Refusée par le propriétaire le ${formatJour(reponduLe)}.`;

/** An agreement that an owner is asked for, as his page shows it; euros. */
export interface AccordAuProprietaire {
  id: number;
  logement: string;
  locataire: string;
  anniversaire: Jour;
  demandeLe: Jour;
  loyerAvant: number;
  loyerApres: number;
  chargeAvant: number;
  chargeApres: number;
  /** Null while he has not answered. */
  accorde: boolean | null;
  reponduLe: Jour | null;
}

/** The outcome of a batch of agreements asked, or of answers noted. */
export interface AccordsFaits {
  faites: number[];
  refusees: { DossierId: number; motif: string }[];
}
