import * as z from "zod/mini";
import type { Agence, CleAgence } from "../agence/agence.ts";
import { dansMois, type Jour } from "../dates.ts";
import { choix, identifiant } from "../fields.ts";
import type { GenreDePersonne } from "./personne.ts";

interface Genre {
  intitule: string;
  /** The setting that holds the duration. */
  reglage: CleAgence;
  mois: 1 | 12;
  /** The event from which the duration runs, in words. */
  depuis: string;
  /** The source of the duration. */
  source: string;
  /** The kind of person to erase; absent: only texts are deleted. */
  personne?: GenreDePersonne;
}

/**
 * The data kept for a limited time, one entry a kind (personnes/README §9.14). Receipts, their amounts and the register
 * of mandates stay: accounts are kept ten years (Code de commerce, art. L. 123-22), and then name nobody.
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

/** The most persons that one call erases. */
export const EFFACES_A_LA_FOIS = 10;

/** The screen lists this many rows of a kind at most; `total` counts them all. */
export const LIGNES_CONSERVEES = 150;

/** The time that the agency keeps this kind of data, in months. */
export function dureeDe(genre: GenreConserve, agence: Agence): number {
  const { reglage, mois } = GENRES_CONSERVES[genre];
  return agence[reglage] * mois;
}

/** « 3 ans », « 3 mois » */
export function dureeEnLettres(mois: number): string {
  if (mois % 12 !== 0) return `${mois} mois`;
  return mois === 12 ? "1 an" : `${mois / 12} ans`;
}

/**
 * The first day whose data are still kept today: data that ended before it are past their term. A duration in months
 * ends on the day of the same number, included, or up to three days later when the month is too short for it.
 */
export const limiteDeConservation = (today: Jour, mois: number): Jour => dansMois(today, -mois);

/** Whether data that ended on that day are kept too long by today. */
export const conservationDepassee = (depuis: Jour, mois: number, today: Jour): boolean =>
  depuis < limiteDeConservation(today, mois);

/** A person whose data are kept longer than allowed. */
export interface LigneConservee {
  id: number;
  nom: string;
  /** The day from which the duration ran. */
  depuis: Jour;
  /** A reason to keep the data a little longer, in words; null when there is none. */
  reserve: string | null;
}

export interface GenreConserveRow {
  genre: GenreConserve;
  intitule: string;
  /** « 3 ans après la fin du dernier bail » */
  duree: string;
  source: string;
  total: number;
  /** The persons whose data have been kept longest, first; empty for a kind that concerns no person. */
  lignes: LigneConservee[];
}

/** A request to erase: some persons of a kind, or all the data of a kind that concerns no person. */
export const effacementDemande = z.strictObject({
  genre: choix(GENRES),
  ids: z
    .array(identifiant())
    .check(z.maxLength(EFFACES_A_LA_FOIS, `${EFFACES_A_LA_FOIS} personnes au plus à la fois.`)),
});

export interface EffacementFait {
  /** The count of persons, or texts, that were erased. */
  effaces: number;
  refus: { id: number; motif: string }[];
}
