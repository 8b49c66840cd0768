import { sousLoi89 } from "../../bail/bail.ts";
import { ajouterJours, formatJour, type Jour, moisDe } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import { renoncementDe } from "./anniversaires.ts";
import type { LoyerAEcrire } from "./changement.ts";
import { effetDeLaDemande } from "./effet.ts";
import { avisDeClasse } from "./gel.ts";
import { loyersVivants } from "./loyers.ts";
import { type FaitsDeRevision, REFUS_DE_REVISION } from "./revision.ts";

/** A letter is posted this many days after it is made at most: a revision is asked as many days ahead. */
const POSTEE_SOUS = 45;

/** The sentence that refuses a day on which letters made today are to be posted (revisions/README §15.5); else null. */
export function refusDePostage(posteeLe: Jour, today: Jour): string | null {
  const limite = ajouterJours(today, POSTEE_SOUS);
  if (posteeLe < today) return "Une lettre ne se poste pas avant d’être faite.";
  return posteeLe > limite
    ? `Une lettre se poste dans les ${POSTEE_SOUS} jours : le ${formatJour(limite)} au plus tard.`
    : null;
}

/** A revision that was asked by letter, as its row keeps it; cents. */
export interface RevisionParLettre {
  anniversaire: Jour;
  effetLe: Jour;
  /** The day its letter was made. */
  faiteLe: Jour;
  loyerApres: Centimes;
  chargeApres: Centimes;
}

/** The posting of a letter, noted. */
export type Postage =
  | { refus: string; ligne: null }
  | {
      refus: null;
      /** The rent from its new day on, when the letter was posted too late for its day of effect; null: in time. */
      ligne: LoyerAEcrire | null;
    };

const refuser = (refus: string): Postage => ({ refus, ligne: null });

/**
 * Notes the day on which the letter of a revision was posted (revisions/README §15.5): the request counts from the day
 * of receipt. An effect before it moves to the first of a month; a receipt with the new rent makes the day refused.
 *
 * @param faits the facts of the anniversary; `loyers` with the row of the revision
 * @param jours the day of posting, and the day of receipt
 */
export function noterPostage(
  faits: FaitsDeRevision,
  revision: RevisionParLettre,
  { posteeLe, demandeLe }: { posteeLe: Jour; demandeLe: Jour },
): Postage {
  const { anniversaire, effetLe } = revision;
  const { bail, dernierMois, loyers } = faits;
  const renoncable = sousLoi89(bail);
  if (posteeLe < revision.faiteLe) {
    return refuser(
      `Faite le ${formatJour(revision.faiteLe)}, cette lettre n’a pas pu partir avant.`,
    );
  }
  const tard = `Postée le ${formatJour(posteeLe)}, cette lettre arrive le ${formatJour(demandeLe)}`;
  if (renoncable && demandeLe >= renoncementDe(anniversaire)) {
    return refuser(`${tard}, un an après l’anniversaire : annulez cette révision, qui est perdue.`);
  }
  if (demandeLe <= effetLe) return { refus: null, ligne: null };
  const apres = `${tard}, après son effet du ${formatJour(effetLe)}`;
  if (dernierMois !== null && dernierMois >= moisDe(effetLe)) {
    return refuser(`${apres}, et une quittance porte déjà le nouveau loyer : annulez-la d’abord.`);
  }
  const suite = loyersVivants(loyers).find(({ depuis }) => depuis > effetLe);
  if (suite) {
    return refuser(
      `${apres}, et le loyer change encore le ${formatJour(suite.depuis)} : annulez d’abord ce changement.`,
    );
  }
  const effet = effetDeLaDemande({
    ...{ anniversaire, demandeLe, dernierMois, renoncable },
    ...{ choix: "premier_du_mois", complement: false },
  });
  if (effet === null || (bail.fin !== null && bail.fin < effet.effetLe)) {
    return refuser(`${apres}, et le bail finit avant un autre : annulez cette révision.`);
  }
  const avis = renoncable ? avisDeClasse(bail, { demandeLe, ...effet }, gelDe(faits)) : "libre";
  if (avis !== "libre")
    return refuser(`${apres}. ${REFUS_DE_REVISION[avis]} Annulez cette révision.`);
  const { loyerApres: loyerHC, chargeApres: loyerCharge } = revision;
  return {
    refus: null,
    ligne: { depuis: effet.effetLe, loyerHC, loyerCharge, motif: "revision" },
  };
}

/** The person who asked for the revision already confirmed the class, if need be. */
const gelDe = ({ classes, reglages: { attestationLeveGel } }: FaitsDeRevision) => ({
  ...{ classes, attestationLeveGel },
  confirme: true,
});
