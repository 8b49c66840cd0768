import * as z from "zod/mini";
import type { Agence, CleAgence } from "../agence/agence.ts";
import { dansMois, type Jour } from "../dates.ts";
import { choix, identifiant } from "../fields.ts";
import type { GenreDePersonne } from "./personne.ts";

interface Genre {
  intitule: string;
  /** The setting of the duration, counted in units of `mois` months. */
  reglage: CleAgence;
  mois: 1 | 12;
  /** The event from which the duration runs, in French. */
  depuis: string;
  source: string;
  /** The kind of person erased; absent: only texts are deleted. */
  personne?: GenreDePersonne;
}

/**
 * The kinds of data kept for a limited time (personnes/README §9.14). Receipts and the register of mandates stay,
 * since accounts are kept ten years (Code de commerce, art. L. 123-22). Once a person is erased, receipts no longer
 * name him.
 */
export const GENRES_CONSERVES = {
  locataireParti: {
    intitule: "Locataires partis",
    reglage: "conservationLocataire",
    mois: 12,
    depuis: "la fin du dernier bail",
    source: "Prescription des actions nées du bail : loi du 6 juillet 1989, article 7-1.",
    personne: "Locataire",
  },
  candidat: {
    intitule: "Candidats sans bail",
    reglage: "conservationCandidat",
    mois: 1,
    depuis: "la dernière modification de la fiche",
    source: "Candidature non retenue : référentiel de la CNIL sur la gestion locative.",
    personne: "Locataire",
  },
  caution: {
    intitule: "Cautions sans dossier",
    reglage: "conservationCaution",
    mois: 1,
    depuis: "la dernière modification de la fiche",
    source: "Garantie non retenue : référentiel de la CNIL sur la gestion locative.",
    personne: "Caution",
  },
  proprietaire: {
    intitule: "Propriétaires sans bien ni mandat",
    reglage: "conservationProprietaire",
    mois: 12,
    depuis: "le dernier mandat, bail, loyer ou changement de la fiche",
    source: "Prescription des actions nées du mandat : Code civil, article 2224.",
    personne: "Client",
  },
  courriel: {
    intitule: "Textes des courriels",
    reglage: "conservationCourriel",
    mois: 12,
    depuis: "l’envoi",
    source:
      "Preuve de ce qui fut écrit, le temps de la prescription : loi du 6 juillet 1989, article 7-1.",
  },
} as const satisfies Record<string, Genre>;

export type GenreConserve = keyof typeof GENRES_CONSERVES;

export const GENRES = Object.keys(GENRES_CONSERVES) as GenreConserve[];

/** The most persons that one request may erase. */
export const EFFACES_A_LA_FOIS = 10;

/** The most rows of a kind on the screen; `total` counts them all. */
export const LIGNES_CONSERVEES = 150;

/** How long the agency keeps a kind of data, in months. */
export function dureeDe(genre: GenreConserve, agence: Agence): number {
  const { reglage, mois } = GENRES_CONSERVES[genre];
  return agence[reglage] * mois;
}

/** A duration in words: « 3 ans », « 3 mois ». */
export function dureeEnLettres(mois: number): string {
  if (mois % 12 !== 0) return `${mois} mois`;
  return mois === 12 ? "1 an" : `${mois / 12} ans`;
}

/**
 * The limit of what may still be kept: data whose duration began before this day have been kept too long.
 *
 * @param mois the duration in months
 */
export const limiteDeConservation = (today: Jour, mois: number): Jour => dansMois(today, -mois);

/**
 * Whether data are kept longer than allowed today.
 * @param depuis the day from which the duration runs; `mois`: the duration in months
 */
export const conservationDepassee = (depuis: Jour, mois: number, today: Jour): boolean =>
  depuis < limiteDeConservation(today, mois);

/** A person whose data are kept longer than allowed. */
export interface LigneConservee {
  id: number;
  nom: string;
  /** The day from which the duration runs. */
  depuis: Jour;
  /** The French reason to keep the data a little longer; null without one. */
  reserve: string | null;
}

export interface GenreConserveRow {
  genre: GenreConserve;
  intitule: string;
  /** The duration in words: « 3 ans après la fin du dernier bail ». */
  duree: string;
  source: string;
  total: number;
  /** The persons, the data kept longest first; empty for a kind that concerns no person. */
  lignes: LigneConservee[];
}

/** The body that erases some persons of a kind, or all the data of a kind that concerns no person. */
export const effacementDemande = z.strictObject({
  genre: choix(GENRES),
  ids: z
    .array(identifiant())
    .check(z.maxLength(EFFACES_A_LA_FOIS, `${EFFACES_A_LA_FOIS} personnes au plus à la fois.`)),
});

export interface EffacementFait {
  /** The number of persons, or texts, erased. */
  effaces: number;
  refus: { id: number; motif: string }[];
}
