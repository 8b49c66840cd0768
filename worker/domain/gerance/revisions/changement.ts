import { ajouterMois, formatJour, type Jour, type Mois, moisDe, premierJour } from "../../dates.ts";
import {
  type LoyerDate,
  loyerEnVigueur,
  loyersVivants,
  type Montants,
  type MotifLoyer,
} from "./loyers.ts";

/** A row to write. */
export interface LoyerAEcrire extends Montants {
  depuis: Jour;
  motif: MotifLoyer;
}

/** The rows to write and to annul so that a rent changes; none when it does not. */
export interface ChangementDeLoyer {
  /** Why it is not written; null when it is, or when nothing changes. */
  refus: string | null;
  annule: LoyerDate | null;
  ligne: LoyerAEcrire | null;
  avertissements: string[];
}

/** The same rent and the same charges. */
export const memesMontants = (un: Montants, autre: Montants): boolean =>
  un.loyerHC === autre.loyerHC && un.loyerCharge === autre.loyerCharge;

/** The first day of the first month that no receipt bills, from that day on. @param dernierMois the last month billed */
export const premierJourLibre = (jour: Jour, dernierMois: Mois | null): Jour =>
  dernierMois === null || moisDe(jour) > dernierMois
    ? jour
    : premierJour(ajouterMois(dernierMois, 1));

/**
 * The change of a rent that somebody types on the dossier (revisions/README §15.1): before any receipt it corrects the
 * row that is shown; after, it begins with the first month that is not billed, and the receipts stand. A change that
 * was decided for later is not overwritten.
 *
 * @param loyers the rows of the lease, one at least
 * @param voulu the amounts as typed; those that the dossier shows, or that are already to come, change nothing
 * @param dernierMois the last month that a living receipt bills; null without one
 * @param affiche the row that the dossier shows
 */
export function changementDeLoyer(
  loyers: readonly LoyerDate[],
  voulu: Montants,
  { dernierMois, affiche }: { dernierMois: Mois | null; affiche: LoyerDate },
): ChangementDeLoyer {
  const rien = { refus: null, annule: null, ligne: null, avertissements: [] };
  if (memesMontants(voulu, affiche)) return rien;
  const montants = { loyerHC: voulu.loyerHC, loyerCharge: voulu.loyerCharge };
  if (dernierMois === null) {
    const ligne = { ...montants, depuis: affiche.depuis, motif: affiche.motif };
    return { refus: null, annule: affiche, ligne, avertissements: [] };
  }
  const depuis = premierJour(ajouterMois(dernierMois, 1));
  const alors = loyerEnVigueur(loyers, depuis) ?? affiche;
  if (memesMontants(voulu, alors)) return rien;
  const decide = loyersVivants(loyers).find(
    (loyer) => loyer.depuis >= depuis && loyer.motif !== "correction",
  );
  if (decide) {
    const refus = `Le loyer change déjà le ${formatJour(decide.depuis)} : annulez d’abord ce changement.`;
    return { ...rien, refus };
  }
  return {
    refus: null,
    annule: alors.depuis === depuis ? alors : null,
    ligne: { ...montants, depuis, motif: "correction" },
    avertissements: [
      `Le loyer change à compter du ${formatJour(depuis)} ; les quittances déjà faites ne bougent pas.`,
    ],
  };
}
