import { ajouterJours, formatJour, type Jour, plusTard } from "../../dates.ts";
import { type Calendrier, exerciceAuJour } from "../charges/calendrier.ts";
import { type Exercice, nomDExercice } from "../charges/exercice.ts";
import type { ChargesSoldees } from "./depart.ts";

/**
 * The charges of a year that were settled for a lease: by a statement sent, or by a balance called without a
 * statement.
 */
export interface ChargesReglees extends Exercice {
  annee: number;
  /** The day when the statement was sent, or the balance called. */
  le: Jour;
}

/**
 * The days whose charges an account after a departure settles by default: the days of the lease in its last exercice
 * (year of charges). Staff may give another first day.
 *
 * @param calendrier the exercices of the building
 */
export const periodeASolder = (
  bail: { debut: Jour; fin: Jour },
  calendrier: Calendrier,
): { du: Jour; au: Jour } => ({
  du: plusTard(exerciceAuJour(bail.fin, calendrier).du, bail.debut),
  au: bail.fin,
});

/**
 * The days whose charges an account settles after a departure (departs/README §14.3). No day is settled twice: when
 * statements settled all these days, the account counts no charges, and the provision kept pays the sums that the
 * tenant still owes.
 *
 * @returns the days, with the last of the statements that settled all of them, if any; or a French refusal when
 * statements settled only a part of these days, or when `du` is after `au`
 */
export function chargesASolder(
  { du, au }: { du: Jour; au: Jour },
  reglees: readonly ChargesReglees[],
): ChargesSoldees | string {
  if (du > au) return `Le bail finit le ${formatJour(au)} : dites un jour d’avant.`;
  const dansLaPeriode = reglees
    .filter((reglee) => reglee.du <= au && reglee.au >= du)
    .toSorted((reglee, autre) => (reglee.du < autre.du ? -1 : 1));
  const derniere = dansLaPeriode.at(-1);
  if (!derniere) return { du, au, decompte: null };
  const { annee, le } = derniere;
  if (premierJourNonRegle(du, dansLaPeriode) > au) return { du, au, decompte: { annee, le } };
  const depuis = derniere.au < au ? ajouterJours(derniere.au, 1) : derniere.du;
  return `Le décompte de l’exercice ${nomDExercice(annee)}, du ${formatJour(le)}, règle déjà une partie de ces charges : soldez celles depuis le ${formatJour(depuis)}.`;
}

const premierJourNonRegle = (du: Jour, reglees: readonly Exercice[]): Jour =>
  reglees.reduce(
    (jour, exercice) =>
      exercice.du <= jour && exercice.au >= jour ? ajouterJours(exercice.au, 1) : jour,
    du,
  );

/** The French refusal to count again charges that a statement already settled. */
export const dejaReglees = ({ annee, le }: NonNullable<ChargesSoldees["decompte"]>): string =>
  `Le décompte de l’exercice ${nomDExercice(annee)}, du ${formatJour(le)}, règle déjà ces charges : ne dites ni provisions ni charges, ce qui attendait paie ce qu’il en reste et le reste est rendu.`;
