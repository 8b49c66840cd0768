import { ajouterMois, type Jour, type Mois, moisDe, premierJour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type LoyerAEcrire, premierJourLibre } from "../revisions/changement.ts";
import {
  type LoyerDate,
  loyerEnVigueur,
  loyersVivants,
  remiseEnCours,
} from "../revisions/loyers.ts";
import { type Exercice, joursDeLExercice } from "./exercice.ts";
import type { ChargesDuBail, ChargesDuLogement } from "./partage.ts";

/**
 * The monthly provision that the charges of a year justify: a twelfth of the dwelling's charges, and of the lease's
 * own consumption brought to a whole year (art. 23; charges/README §16.4); cents, to the nearest.
 *
 * @param exercice twelve months
 */
export function provisionProposee(
  { natures }: Pick<ChargesDuLogement, "natures">,
  { jours, parts }: Pick<ChargesDuBail, "jours" | "parts">,
  exercice: Exercice,
): Centimes {
  const annee = natures.reduce((somme, { compteur, recuperable }, rang) => {
    if (compteur === null) return somme + recuperable;
    return somme + ((parts[rang] ?? 0) * joursDeLExercice(exercice)) / jours;
  }, 0);
  return Math.max(0, Math.round(annee / 12));
}

/** A row of rent to write, and the row that it replaces. */
export interface LoyerRemplacant<Ligne extends LoyerDate> extends LoyerAEcrire {
  remplace: Ligne | null;
}

/**
 * The first day of a new provision: the first day of the first month that begins after the tenant gets the statement
 * and that no receipt bills.
 *
 * @param arriveLe the day on which the tenant gets the statement that asks for the provision
 * @param dernierMois the last month that a receipt bills
 */
export const debutDeProvision = (arriveLe: Jour, dernierMois: Mois | null): Jour =>
  premierJourLibre(premierJour(ajouterMois(moisDe(arriveLe), 1)), dernierMois);

/**
 * The rows of rent of a temporary reduction of charges, agreed on with the tenant, that ask less than a provision: they
 * keep their charges until their end.
 *
 * @param provision cents a month
 */
export function remisesDeCharges<Ligne extends LoyerDate>(
  loyers: readonly Ligne[],
  provision: Centimes,
): ReadonlySet<Ligne> {
  const vivants = loyersVivants(loyers);
  const premiereDe = (voulue: (ligne: Ligne) => boolean) =>
    vivants.find((ligne) => ligne.motif === "remise" && voulue(ligne));
  const reduit = (ligne: Ligne): boolean => {
    const avant = vivants[vivants.indexOf(ligne) - 1]?.loyerCharge ?? 0;
    if (premiereDe(({ rang }) => rang === ligne.rang) === ligne && ligne.loyerCharge < avant)
      return true;
    // A reduction inside another one has the charges of that one, and brings them back as it ends.
    const autres = vivants.filter(({ rang }) => rang !== ligne.rang);
    const grande = remiseEnCours(autres, ligne.depuis);
    const debut = grande && premiereDe(({ depuis }) => depuis === grande.depuis);
    return debut ? reduit(debut) : false;
  };
  return new Set(
    vivants.filter(
      (ligne) => ligne.motif === "remise" && ligne.loyerCharge < provision && reduit(ligne),
    ),
  );
}

/**
 * The rows of rent that a new provision changes: the row in force on its first day, and every later row, but those of
 * a temporary reduction of charges (charges/README §16.4). A revision of that day follows the provision, which stays
 * when the revision is undone.
 *
 * @param provision cents a month
 * @param depuis the first day of the provision, from {@link debutDeProvision}
 * @returns only the rows whose provision changes, and a revision that follows one of them on its day: of two rows of a
 * day, the one that is written last is in force
 */
export function changerProvision<Ligne extends LoyerDate>(
  loyers: readonly Ligne[],
  provision: Centimes,
  depuis: Jour,
): LoyerRemplacant<Ligne>[] {
  const ceJour = (ligne: Ligne) => ligne.depuis === depuis && ligne.motif === "revision";
  const alors = loyerEnVigueur(
    loyers.filter((ligne) => !ceJour(ligne)),
    depuis,
  );
  if (!alors) return [];
  const premiere = {
    ...{ depuis, loyerHC: alors.loyerHC, loyerCharge: alors.loyerCharge },
    ...(alors.depuis === depuis
      ? { motif: alors.motif, remplace: alors }
      : { motif: "provision" as const, remplace: null }),
  };
  const remises = remisesDeCharges(loyers, provision);
  const suivantes = loyersVivants(loyers).filter(
    (ligne) => (ligne.depuis > depuis || ceJour(ligne)) && !remises.has(ligne),
  );
  const lignes = suivantes.map((remplace) => ({ ...remplace, remplace }));
  const premiereChange = !remises.has(alors) && premiere.loyerCharge !== provision;
  const suit = (ligne: Ligne | null) => premiereChange && ligne !== null && ceJour(ligne);
  return (remises.has(alors) ? lignes : [premiere, ...lignes]).flatMap(
    ({ loyerCharge, loyerHC, motif, depuis: jour, remplace }) =>
      loyerCharge === provision && !suit(remplace)
        ? []
        : [{ depuis: jour, loyerHC, loyerCharge: provision, motif, remplace }],
  );
}
