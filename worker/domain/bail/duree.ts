import { doute, manque, retenus } from "../avertissement.ts";
import { type Jour, terme } from "../dates.ts";
import {
  type AvertissementDossier,
  type BailConnu,
  bailleurMoral,
  deStationnement,
} from "./bail.ts";

export interface Duree {
  /**
   * The length in whole months; null when the length is no whole number of months, or above 120, or the end is
   * unknown.
   */
  mois: number | null;
  /** The last day, included; null when unknown. */
  terme: Jour | null;
}

type Termes = Pick<BailConnu, "regime" | "dossier" | "bailleurs">;

/** The length of the lease by its regime, and its last day (bail/README §3.3). */
export function duree(bail: Termes): Duree {
  const debut = bail.dossier.dateDebutBail;
  if (!debut) return { mois: null, terme: null };
  const fin = termeConvenu(bail);
  const legale = (mois: number): Duree => ({ mois, terme: terme(debut, mois) });
  const convenue = {
    mois: fin === null ? null : moisEntiers(debut, fin),
    terme: fin,
  };
  if (dureeReduite(bail)) return convenue;
  switch (bail.regime) {
    case "nu":
      return legale(moisLegauxNu(bail));
    case "meuble":
      return legale(12);
    case "etudiant":
      return fin && fin !== terme(debut, MOIS_ETUDIANT) ? convenue : legale(MOIS_ETUDIANT);
    case "code_civil":
    case "stationnement":
      return fin ? convenue : legale(12);
    default:
      return convenue;
  }
}

/** Whether the lease lasts nine months, as a student lease that does not renew itself (art. 25-7 of loi n° 89-462). */
export const deNeufMois = (bail: Termes): boolean => duree(bail).mois === MOIS_ETUDIANT;

const MOIS_ETUDIANT = 9;

/**
 * The months of an unfurnished lease and of its renewal: 36, or 72 when the owner is a legal person (art. 10 of loi n°
 * 89-462).
 */
export const moisLegauxNu = (bail: Pick<BailConnu, "bailleurs">): number =>
  bailleurMoral(bail) ? 72 : 36;

/** Whether the lease renews itself each year: a parking space let without an agreed end (bail/README §3.3). */
export const reconduitSeul = (bail: Pick<BailConnu, "regime" | "dossier">): boolean =>
  deStationnement(bail) && termeConvenu(bail) === null;

/** The end that the parties agreed on, null without one; an end that comes from a notice does not count. */
function termeConvenu({ dossier }: Pick<BailConnu, "dossier">): Jour | null {
  const { dateFinBail = null, dateDebutPreavis, dateFinPreavis } = dossier;
  return dateDebutPreavis && dateFinPreavis === dateFinBail ? null : dateFinBail;
}

/**
 * Whether an unfurnished lease has a reduced term, for a reason that the lease must state (art. 11 of loi n° 89-462).
 */
export const dureeReduite = ({ regime, dossier }: Pick<BailConnu, "regime" | "dossier">): boolean =>
  regime === "nu" && Boolean(dossier.motifDureeReduite?.trim());

/**
 * The length of the lease in months, where a begun month counts as a whole month. Null when the end is unknown, or
 * before the start.
 */
export function moisCommences(bail: Termes): number | null {
  const debut = bail.dossier.dateDebutBail;
  const { mois, terme } = duree(bail);
  if (mois !== null || !debut || terme === null || terme < debut) return mois;
  return moisEntre(debut, terme).mois + 1;
}

const MOIS_AU_PLUS = 120;

/** The whole months between two days, both included, 120 at most; `exact`: these months end on `fin`. */
function moisEntre(debut: Jour, fin: Jour): { mois: number; exact: boolean } {
  let mois = 0;
  while (mois < MOIS_AU_PLUS && terme(debut, mois + 1) <= fin) mois++;
  return { mois, exact: mois > 0 && terme(debut, mois) === fin };
}

function moisEntiers(debut: Jour, fin: Jour): number | null {
  const { mois, exact } = moisEntre(debut, fin);
  return exact ? mois : null;
}

const PREMIER_JOUR_DES_SIX_SEMAINES: Jour = "2023-07-29";

/**
 * How long a tenant has to pay after a formal order (commandement de payer), by the day on which the lease was
 * signed: the law of 27 July 2023 shortened this time (bail/README §3.9).
 */
export const delaiDuCommandement = (signature: Jour): "deux_mois" | "six_semaines" =>
  signature < PREMIER_JOUR_DES_SIX_SEMAINES ? "deux_mois" : "six_semaines";

/** The facts missing or doubtful in the term of a lease. */
export function avertissementsDuree(bail: Termes): AvertissementDossier[] {
  const { regime, dossier } = bail;
  const { dateDebutBail: debut, motifMobilite } = dossier;
  const { terme } = duree(bail);
  const reduite = dureeReduite(bail);
  const longueur = debut && terme ? moisEntre(debut, terme) : null;
  const hors = (minimum: number, maximum: number) =>
    longueur !== null &&
    (longueur.mois < minimum ||
      longueur.mois > maximum ||
      (longueur.mois === maximum && !longueur.exact));
  return retenus([
    regime === "mobilite" &&
      terme === null &&
      manque("dateFinBail", "La date de fin du bail mobilité n'est pas renseignée."),
    regime === "mobilite" &&
      hors(1, 10) &&
      doute("dateFinBail", "La durée d'un bail mobilité est comprise entre un et dix mois."),
    regime === "mobilite" &&
      !motifMobilite?.trim() &&
      manque(
        "motifMobilite",
        "Le motif du bail mobilité n'est pas renseigné\u00A0: sans lui, le bail devient un bail meublé ordinaire.",
      ),
    regime === "etudiant" &&
      longueur !== null &&
      !(longueur.mois === MOIS_ETUDIANT && longueur.exact) &&
      doute(
        "dateFinBail",
        "La durée du bail étudiant n'est pas de neuf mois\u00A0: il suit les règles d'un bail meublé ordinaire, reconduction tacite comprise (article 25-7).",
      ),
    reduite &&
      terme === null &&
      manque("dateFinBail", "La date de fin du bail de durée réduite n'est pas renseignée."),
    reduite &&
      hors(12, 36) &&
      doute(
        "dateFinBail",
        "La durée réduite d'un bail nu est comprise entre un et trois ans (article 11).",
      ),
    reduite &&
      bailleurMoral(bail) &&
      doute(
        "motifDureeReduite",
        "Un bailleur personne morale ne peut pas conclure un bail de durée réduite (article 11).",
      ),
  ]);
}
