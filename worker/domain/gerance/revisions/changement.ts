import { ajouterMois, formatJour, type Jour, type Mois, moisDe, premierJour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import {
  type LoyerDate,
  loyerEnVigueur,
  loyersVivants,
  type Montants,
  type MotifLoyer,
} from "./loyers.ts";

export interface LoyerAEcrire extends Montants {
  depuis: Jour;
  motif: MotifLoyer;
}

/** The rows to write and to cancel for a change of rent; no row when nothing changes. */
export interface ChangementDeLoyer {
  /** The French sentence that refuses the change; null when the change is accepted, or when nothing changes. */
  refus: string | null;
  annule: LoyerDate | null;
  ligne: LoyerAEcrire | null;
  avertissements: string[];
}

/** Whether two rows have the same rent and the same charges. */
export const memesMontants = (montants: Montants, autre: Montants): boolean =>
  montants.loyerHC === autre.loyerHC && montants.loyerCharge === autre.loyerCharge;

/**
 * The first day, from `jour` on, of a month that no receipt bills.
 * @param dernierMois the last month billed; null without one
 */
export const premierJourLibre = (jour: Jour, dernierMois: Mois | null): Jour =>
  dernierMois === null || moisDe(jour) > dernierMois
    ? jour
    : premierJour(ajouterMois(dernierMois, 1));

/**
 * The change of a rent that staff type on the dossier (revisions/README §15.1). Before any receipt, the change
 * corrects the row that the dossier shows. Afterwards the change begins with the first month that no receipt bills,
 * and receipts stay as they are; it is refused when a change other than a correction is already decided from that
 * month on.
 *
 * @param loyers the rows of the lease, at least one
 * @param voulu the amounts as typed; amounts that the dossier shows, or that are in force from that month on, change
 * nothing
 * @param dernierMois the last month billed by a receipt that is not cancelled; null without one
 * @param affiche the row that the dossier shows
 */
export function changementDeLoyer(
  loyers: readonly LoyerDate[],
  voulu: Montants,
  { dernierMois, affiche }: { dernierMois: Mois | null; affiche: LoyerDate },
): ChangementDeLoyer {
  const rien = { refus: null, annule: null, ligne: null, avertissements: [] };
  if (memesMontants(voulu, affiche)) return rien;
  if (dernierMois === null) {
    const ligne = {
      loyerHC: voulu.loyerHC,
      loyerCharge: voulu.loyerCharge,
      depuis: affiche.depuis,
      motif: affiche.motif,
    };
    return {
      refus: null,
      annule: affiche,
      ligne,
      avertissements: quiNeSuitPas(loyers, voulu, affiche),
    };
  }
  const depuis = premierJour(ajouterMois(dernierMois, 1));
  const alors = loyerEnVigueur(loyers, depuis) ?? affiche;
  // An amount that staff did not change is the amount in force on the first day of the change: a future revision
  // keeps its rent.
  const dAlors = (montant: keyof Montants) =>
    voulu[montant] === affiche[montant] ? alors[montant] : voulu[montant];
  const montants = { loyerHC: dAlors("loyerHC"), loyerCharge: dAlors("loyerCharge") };
  if (memesMontants(montants, alors)) return rien;
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

/** The warning to staff about a later row that keeps the amounts from before the correction of an earlier row. */
function quiNeSuitPas(loyers: readonly LoyerDate[], voulu: Montants, corrige: LoyerDate): string[] {
  const suite = loyersVivants(loyers).find(({ depuis }) => depuis > corrige.depuis);
  const change = (montant: keyof Montants) =>
    voulu[montant] !== corrige[montant] && voulu[montant] !== suite?.[montant];
  const repris = suite?.loyerCharge === corrige.loyerCharge;
  if (!suite || !(change("loyerHC") || (change("loyerCharge") && repris))) return [];
  const [loyer, charges] = [suite.loyerHC, suite.loyerCharge].map((montant) =>
    formatEuros(enEuros(montant)),
  );
  return [
    `Le changement du ${formatJour(suite.depuis)} ne suit pas cette correction : dès ce jour, le loyer est de ${loyer} + ${charges}. Annulez-le et notez-le de nouveau s’il doit suivre.`,
  ];
}
