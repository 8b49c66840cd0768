// This file is apart from the form schemas, so that the page of the revisions of a month does not load the schema
// library.

import { SERIES_IRL, type SerieIrl, type Trimestre } from "../../bail/irl.ts";
import type { Jour, Mois } from "../../dates.ts";
import type { CourrielAPartir, EtatCourriel } from "../../quittances/courriel.ts";
import type { Canal } from "../relances/relances.ts";
import type { AccordAttendu } from "./accord.ts";
import { type TrimestreManquant, trimestreEnLettres } from "./indices.ts";

/** The states of a revision, in words (revisions/README §15.6). */
export const ETATS_REVISION = {
  exclue: "Sans révision",
  sans_clause: "Sans clause de révision",
  gelee: "Gelée (classe F ou G)",
  classe_a_saisir: "Classe énergie à saisir",
  classe_a_confirmer: "Classe énergie à confirmer",
  attente_indice: "En attente de l’indice",
  indice_a_completer: "Indice à compléter",
  accord_a_demander: "Accord du bailleur à demander",
  accord_demande: "Accord demandé",
  a_notifier: "À notifier",
  notifiee: "Notifiée",
  jamais_partie: "Jamais partie",
  appliquee: "Appliquée",
  renoncee: "Renoncée",
  perdue: "Perdue",
} as const;

export type EtatRevision = keyof typeof ETATS_REVISION;

/** The most revisions in one request, because each one makes a letter. */
export const REVISIONS_A_LA_FOIS = 50;

/** The figures of a revision, requested or still possible: amounts in euros, indices as the INSEE writes them. */
export interface ChiffresDeRevision {
  effetLe: Jour;
  serie: SerieIrl;
  annee: number;
  trimestre: number;
  /** The year of the former index, which has the same quarter as the new one. */
  anneeAncienne: number;
  indiceAncien: number;
  indiceNouveau: number;
  loyerAvant: number;
  loyerApres: number;
  chargeAvant: number;
  chargeApres: number;
}

/** A row of the list of a month: the anniversary of a lease, with the state of its revision. */
export interface RevisionRow {
  DossierId: number;
  anniversaire: Jour;
  /** The id of the revision, once it was requested or given up; else null. */
  id: number | null;
  etat: EtatRevision;
  /** The reason of the state, as a sentence; null when the state needs no reason. */
  pourquoi: string | null;
  locataire: string;
  appartement: string;
  AppartementId: number;
  /**
   * The version of the dwelling, with which the screen records the energy class, when the class is needed and
   * unknown; else null.
   */
  classeASaisir: { version: number } | null;
  proprietaire: string | null;
  /** The present rent without charges, in euros. */
  loyerHC: number;
  chiffres: ChiffresDeRevision | null;
  /** The number of days, from the anniversary on, that keep the former rent because the request came late. */
  joursPerdus: number;
  /**
   * The sum that receipts of the difference would ask for the months already billed, in euros; null when no such
   * receipt is needed, or possible.
   */
  complement: number | null;
  /**
   * True: with effect on the first of a month the rent is frozen, but with effect on the day of the request it may
   * still be revised.
   */
  desLaDemande: boolean;
  /**
   * The way in which the revision was requested or, before its request, would be: by mail when the tenant agreed to
   * it, else by letter.
   */
  canal: Canal;
  demandeLe: Jour | null;
  /** The day on which the letter of the revision was posted; null while nobody noted that day. */
  posteeLe: Jour | null;
  /**
   * The state of the agreement that the mandate asks for; null when it asks for none, or when the revision is already
   * requested, given up, or may not be requested.
   */
  accord: AccordAttendu["etat"] | null;
  /**
   * The owners whose agreement is missing, none when `accord` is null; `demandeLe`: the day of the request that waits
   * for the owner’s answer, null without one.
   */
  aRepondre: { id: number; nom: string; demandeLe: Jour | null }[];
  courriel: { id: number; etat: EtatCourriel; partLe: string | null } | null;
  annulable: boolean;
  /** Whether the revision, once undone, is lost because a year has passed since its anniversary. */
  perdueSiAnnulee: boolean;
}

/** A revision whose index was corrected afterwards, and the rent that is right; euros. */
export interface RevisionARefaire {
  id: number;
  DossierId: number;
  anniversaire: Jour;
  effetLe: Jour;
  locataire: string;
  appartement: string;
  /** The rent without charges, as it was revised. */
  loyerApres: number;
  /** The rent without charges by the right index. */
  loyerJuste: number;
  /** The sum that the tenant should add each month, charges included; below zero when he pays too much. */
  ecart: number;
  /**
   * Whether staff may undo the revision and request it again; when false, the parties have to agree on the right
   * rent.
   */
  annulable: boolean;
}

/** The revisions of a month; in the present month, also the revisions of the past year that leave something to do. */
export interface RevisionsDuMois {
  mois: Mois;
  lignes: RevisionRow[];
  /** The total monthly rise of the revisions that may be requested; euros. */
  hausse: number;
  /** The revisions, whatever their month, whose index was corrected afterwards. */
  aRefaire: RevisionARefaire[];
  /** The first quarter of each series whose index nobody typed, when the INSEE has already published that index. */
  indicesManquants: TrimestreManquant[];
}

/** The outcome of a batch of requests of revision. */
export interface Demandees {
  /** `complement`: the sum of the receipts that complete months already billed; euros. */
  faites: { id: number; DossierId: number; canal: Canal; complement: number }[];
  refusees: { DossierId: number; motif: string }[];
  courriels: CourrielAPartir[];
}

/**
 * The outcome of a batch of renunciations: the dossiers whose revision is given up, and the refused ones with the
 * French reason.
 */
export interface Renoncees {
  faites: number[];
  refusees: { DossierId: number; motif: string }[];
}

/** The outcome of noting letters as posted, by the ids of their revisions. */
export interface Postees {
  notees: number[];
  /**
   * The new revisions, each with another letter and a later effect, that replace the revisions whose letter was
   * posted too late.
   */
  deplacees: { id: number; DossierId: number; effetLe: Jour }[];
  refusees: { id: number; motif: string }[];
}

/** The words for an index: « 2e trimestre 2026 », with its series outside metropolitan France. */
export const indiceNomme = ({ annee, serie, trimestre }: Trimestre & { serie: SerieIrl }): string =>
  `${trimestreEnLettres({ annee, trimestre })}${serie === "IRL" ? "" : `, ${SERIES_IRL[serie]}`}`;
