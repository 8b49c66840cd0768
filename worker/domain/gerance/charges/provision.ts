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
 * The monthly provision that the charges of a year justify (art. 23; charges/README §16.4): a twelfth of the
 * dwelling's charges, except that a metered charge counts by the lease's own part, extended to a whole year; cents,
 * rounded.
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
 * The rows of rent of temporary reductions of charges, agreed on with the tenant, whose charges are below a
 * provision: that provision leaves these rows unchanged until the reductions end.
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
    // A reduction within a longer one has the charges of the longer one: both lower the charges, or neither does.
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
 * The rows of rent that a new provision changes (charges/README §16.4): the row in force on its first day and every
 * later row, except the rows of a temporary reduction of charges. A revision of the same day is written after the
 * provision, so that the provision stays when the revision is undone.
 *
 * @param provision cents a month
 * @param depuis the first day of the provision, from {@link debutDeProvision}
 * @returns the rows whose provision changes; also a revision of the same day when the row before it changes, since
 * the last row written for a day is the one in force
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
