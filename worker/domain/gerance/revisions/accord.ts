// This file is apart from the form schemas, so that the page of the revisions of a month does not load the schema
// library.

import { formatJour, type Jour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { AccordDe } from "../mandats/mots-de-conditions.ts";

/** The ways in which an owner answers: on his page, or to staff, who note the answer (revisions/README §15.9). */
export const MOYENS_D_ACCORD = {
  page: "Sur sa page",
  courriel: "Par courriel",
  lettre: "Par lettre",
  telephone: "Par téléphone",
} as const;

export type MoyenDAccord = keyof typeof MOYENS_D_ACCORD;

/**
 * A request to an owner about the revision of an anniversary, with his answer; or an answer without a request. Cents.
 */
export interface AccordNote {
  id: number;
  /** The owner; null when his record was deleted, or when the dwelling has no owner. */
  ClientId: number | null;
  anniversaire: Jour;
  loyerApres: Centimes;
  chargeApres: Centimes;
  /** The day of the request to the owner; null: staff noted his answer without a request. */
  demandeLe: Jour | null;
  /** Null while the owner has not answered. */
  accorde: boolean | null;
  reponduLe: Jour | null;
}

/** An owner who may let the dwelling; `id` is null when the dwelling has no owner. */
export interface Bailleur {
  id: number | null;
  nom: string;
}

/** All that the agreement of owners to a revision depends on. */
export interface AccordsDuBail {
  de: AccordDe;
  /** The owners who may let the dwelling, its contact first. */
  bailleurs: readonly Bailleur[];
  /** The requests and answers about one anniversary, the oldest first. */
  notes: readonly AccordNote[];
}

type EtatAccord = "accord_a_demander" | "accord_demande" | "accord_donne";

/** The agreement of one owner to a revision. */
export interface AccordDuBailleur extends Bailleur {
  etat: EtatAccord;
  /** The last request or answer about this revision; null: none yet. */
  dernier: AccordNote | null;
}

/** The agreement that a mandate asks for before a revision. */
export interface AccordAttendu {
  etat: EtatAccord;
  /**
   * The owners who must agree: the contact of the dwelling alone (without a contact, the first owner who may let it),
   * or each owner who may let it.
   */
  bailleurs: AccordDuBailleur[];
}

/**
 * The agreement of the owners to a revision (revisions/README §15.9). An agreement counts when the owner gave it
 * expressly, for the same amounts or higher ones: silence is never an agreement. When each owner must agree, no owner
 * answers for another.
 *
 * @param accords null: the mandate asks for no agreement
 * @returns null when the mandate asks for no agreement
 */
export function accordAttendu(
  accords: AccordsDuBail | null,
  revision: { loyerApres: Centimes; chargeApres: Centimes },
): AccordAttendu | null {
  if (accords === null) return null;
  const bailleurs = concernes(accords).map((bailleur) => {
    const dernier = accords.notes.findLast((note) => compte(accords.de, note, bailleur)) ?? null;
    return { ...bailleur, etat: etatDe(dernier, revision), dernier };
  });
  const dUn = (etat: EtatAccord) => bailleurs.some((bailleur) => bailleur.etat === etat);
  const manque = dUn("accord_a_demander") ? "accord_a_demander" : "accord_demande";
  return {
    etat: bailleurs.every(({ etat }) => etat === "accord_donne") ? "accord_donne" : manque,
    bailleurs,
  };
}

function concernes({ de, bailleurs }: AccordsDuBail): readonly Bailleur[] {
  if (bailleurs.length === 0) return [{ id: null, nom: "" }];
  return de === "tous" ? bailleurs : bailleurs.slice(0, 1);
}

/**
 * Whether a note counts for this owner. When the contact of the dwelling decides, the answer of any owner counts, but
 * a request without an answer counts only for the owner who received it.
 */
const compte = (de: AccordDe, { accorde, ClientId }: AccordNote, { id }: Bailleur): boolean =>
  ClientId === id || (de === "contact" && accorde !== null);

function etatDe(
  dernier: AccordNote | null,
  revision: { loyerApres: Centimes; chargeApres: Centimes },
): EtatAccord {
  if (dernier?.accorde === null) return "accord_demande";
  const couvert =
    dernier?.accorde === true &&
    revision.loyerApres <= dernier.loyerApres &&
    revision.chargeApres <= dernier.chargeApres;
  return couvert ? "accord_donne" : "accord_a_demander";
}

/** The state of an agreement, in a French sentence for staff; with several owners, the answer of each. */
export function motsDeLAccord({ bailleurs }: AccordAttendu): string {
  const [seul, autre] = bailleurs;
  if (seul && autre === undefined) return motsDuSeul(seul);
  return `Accord de chaque propriétaire\u00A0: ${bailleurs.map(motsDUn).join("\u00A0; ")}.`;
}

function motsDuSeul({ etat, dernier }: AccordDuBailleur): string {
  if (etat === "accord_donne")
    return `Accord du propriétaire le ${formatJour(dernier?.reponduLe ?? "")}.`;
  if (etat === "accord_demande")
    return `Demandé au propriétaire le ${formatJour(dernier?.demandeLe ?? "")} : il n’a pas répondu.`;
  if (dernier?.accorde === true)
    return "Le loyer dépasse celui que le propriétaire a accepté : redemandez son accord.";
  return "Le mandat demande l’accord du propriétaire avant de réviser ce loyer.";
}

function motsDUn({ nom, etat, dernier }: AccordDuBailleur): string {
  if (etat === "accord_donne") return `${nom}, oui le ${formatJour(dernier?.reponduLe ?? "")}`;
  if (etat === "accord_demande")
    return `${nom}, demandé le ${formatJour(dernier?.demandeLe ?? "")}, sans réponse`;
  if (dernier?.accorde === true) return `${nom}, oui à un loyer moindre\u00A0: à redemander`;
  return `${nom}, à demander`;
}

/** The reason stored with a revision that its owner refused. */
export const motifDeRefus = (reponduLe: Jour): string =>
  `Refusée par le propriétaire le ${formatJour(reponduLe)}.`;

/** An agreement that the agency requests from an owner, as his page shows it; euros. */
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
  /** Null while the owner has not answered. */
  accorde: boolean | null;
  reponduLe: Jour | null;
}

/** The outcome of a batch of requests for agreement, or of answers noted by staff. */
export interface AccordsFaits {
  faites: number[];
  refusees: { DossierId: number; motif: string }[];
}
