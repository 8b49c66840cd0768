import { sousLoi89 } from "../../bail/bail.ts";
import { ajouterJours, formatJour, type Jour, moisDe } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import { renoncementDe } from "./anniversaires.ts";
import type { LoyerAEcrire } from "./changement.ts";
import { effetDeLaDemande } from "./effet.ts";
import { avisDeClasse } from "./gel.ts";
import { loyerEnVigueur, loyersVivants } from "./loyers.ts";
import { type FaitsDeRevision, finRevisable, REFUS_DE_REVISION } from "./revision.ts";

/**
 * A letter is posted at most this many days after it is made, since a revision may be requested this many days ahead.
 */
const POSTEE_SOUS = 45;

/**
 * The French refusal of the day on which letters made today are to be posted (revisions/README §15.5); null when it
 * is accepted.
 */
export function refusDePostage(posteeLe: Jour, today: Jour): string | null {
  const limite = ajouterJours(today, POSTEE_SOUS);
  if (posteeLe < today) return "Une lettre ne se poste pas avant d’être faite.";
  return posteeLe > limite
    ? `Une lettre se poste dans les ${POSTEE_SOUS} jours : le ${formatJour(limite)} au plus tard.`
    : null;
}

/** A revision that was requested by letter, as it is stored; cents. */
export interface RevisionParLettre {
  anniversaire: Jour;
  effetLe: Jour;
  /** The day on which the letter was made. */
  faiteLe: Jour;
  loyerApres: Centimes;
  chargeApres: Centimes;
}

/** The result of noting that a letter was posted. */
export type Postage =
  | { refus: string; ligne: null }
  | {
      refus: null;
      /**
       * The row of the revised rent from its new day of effect on, when the letter arrives after the former day; null
       * when it arrives in time.
       */
      ligne: LoyerAEcrire | null;
    };

const refuser = (refus: string): Postage => ({ refus, ligne: null });

/**
 * Notes the day on which the letter of a revision was posted (revisions/README §15.5): the request counts from the
 * day of receipt. When the letter arrives after the day of effect, the effect moves to the first of a month. The day
 * is refused when it precedes the making of the letter, when the letter arrives a year after the anniversary, or when
 * the effect can no longer move: a receipt bills the new rent, the rent changes again, the lease or the mandate ends,
 * or the energy class freezes the rent. A provision set after the request stays in force.
 *
 * @param faits the facts of the anniversary; `loyers` includes the row of the revision
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
  const fin = finRevisable(bail);
  if (effet === null || (fin !== null && fin < effet.effetLe)) {
    const quoi = fin === bail.fin ? "le bail" : "le mandat de ce logement";
    return refuser(`${apres}, et ${quoi} finit avant un autre : annulez cette révision.`);
  }
  const avis = renoncable ? avisDeClasse(bail, { demandeLe, ...effet }, gelDe(faits)) : "libre";
  if (avis !== "libre")
    return refuser(`${apres}. ${REFUS_DE_REVISION[avis]} Annulez cette révision.`);
  const enVigueur = loyerEnVigueur(loyers, effet.effetLe);
  return {
    refus: null,
    ligne: {
      ...{ depuis: effet.effetLe, motif: "revision", loyerHC: revision.loyerApres },
      loyerCharge: enVigueur?.loyerCharge ?? revision.chargeApres,
    },
  };
}

/** The person who requested the revision already confirmed the energy class, when a confirmation was needed. */
const gelDe = ({ classes, reglages: { attestationLeveGel } }: FaitsDeRevision) => ({
  ...{ classes, attestationLeveGel },
  confirme: true,
});
