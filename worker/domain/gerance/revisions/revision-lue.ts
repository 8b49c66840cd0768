// Apart from the schemas of forms: the list of a month loads this without their library.

import { SERIES_IRL, type SerieIrl, type Trimestre } from "../../bail/irl.ts";
import type { Jour, Mois } from "../../dates.ts";
import type { CourrielAPartir, EtatCourriel } from "../../quittances/courriel.ts";
import type { Canal } from "../relances/relances.ts";
import type { AccordAttendu } from "./accord.ts";
import { trimestreEnLettres } from "./indices.ts";

/** The states of a revision, in words (revisions/README §15.6). */
export const ETATS_REVISION = {
  exclue: "Sans révision",
  sans_clause: "Sans clause de révision",
  gelee: "Gelée (classe F ou G)",
  classe_a_saisir: "Classe énergie à saisir",
  classe_a_confirmer: "Classe énergie à confirmer",
  attente_indice: "En attente de l’indice",
  accord_a_demander: "Accord du bailleur à demander",
  accord_demande: "Accord demandé",
  a_notifier: "À notifier",
  notifiee: "Notifiée",
  appliquee: "Appliquée",
  renoncee: "Renoncée",
  perdue: "Perdue",
} as const;

export type EtatRevision = keyof typeof ETATS_REVISION;

/** The most revisions that one call asks: each makes its letter. */
export const REVISIONS_A_LA_FOIS = 50;

/** The figures of a revision that is asked, or that may be; euros, and indices as the INSEE writes them. */
export interface ChiffresDeRevision {
  effetLe: Jour;
  serie: SerieIrl;
  annee: number;
  trimestre: number;
  /** The year of the index that divides, of the same quarter. */
  anneeAncienne: number;
  indiceAncien: number;
  indiceNouveau: number;
  loyerAvant: number;
  loyerApres: number;
  chargeAvant: number;
  chargeApres: number;
}

/** A lease in the list of a month: one anniversary, its state and why. */
export interface RevisionRow {
  DossierId: number;
  anniversaire: Jour;
  /** Its row, once it was asked or given up. */
  id: number | null;
  etat: EtatRevision;
  /** Why, in a sentence; null when the state says it all. */
  pourquoi: string | null;
  locataire: string;
  appartement: string;
  AppartementId: number;
  /** Its class of energy counts and nobody ever typed one: the version of the dwelling, which it is typed into. */
  classeASaisir: { version: number } | null;
  proprietaire: string | null;
  /** The rent in force, without charges; euros. */
  loyerHC: number;
  chiffres: ChiffresDeRevision | null;
  /** The days since the anniversary that keep the former rent. */
  joursPerdus: number;
  /** How it would be asked: by mail where the tenant agreed to it. */
  canal: Canal;
  demandeLe: Jour | null;
  /** The agreement of the owner, where his mandate asks for it before a revision. */
  accord: AccordAttendu["etat"] | null;
  courriel: { id: number; etat: EtatCourriel; partLe: string | null } | null;
  /** It may be undone. */
  annulable: boolean;
}

/** The list of a month. */
export interface RevisionsDuMois {
  mois: Mois;
  lignes: RevisionRow[];
  /** The rents to come of what may be asked, by the month; euros. */
  hausse: number;
  /** The quarter whose index is published and not typed; null when all are. */
  indiceManquant: Trimestre | null;
}

/** The outcome of a batch of requests. */
export interface Demandees {
  faites: { id: number; DossierId: number; canal: Canal }[];
  refusees: { DossierId: number; motif: string }[];
  courriels: CourrielAPartir[];
}

/** « 2e trimestre 2026 » and its series, where it is not that of metropolitan France. */
export const indiceNomme = ({ annee, serie, trimestre }: Trimestre & { serie: SerieIrl }): string =>
  `${trimestreEnLettres({ annee, trimestre })}${serie === "IRL" ? "" : `, ${SERIES_IRL[serie]}`}`;
