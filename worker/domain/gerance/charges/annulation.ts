import { formatJour, type Jour, type Mois, moisDe } from "../../dates.ts";
import { type Euros, enCentimes, enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { LoyerAEcrire } from "../revisions/changement.ts";
import { type LoyerDate, loyerEnVigueur, loyersVivants } from "../revisions/loyers.ts";
import { type LoyerNote, remplaceePar } from "../revisions/loyers-remplaces.ts";
import { nomDExercice } from "./exercice.ts";
import { remisesDeCharges } from "./provision.ts";

/** The facts of a sent charges statement that may prevent its cancellation. */
export interface DecompteAAnnuler {
  annule: boolean;
  /** The day of the later statement that corrects this one; null: none. */
  rectifieLe: Jour | null;
  /** The day of the departure settlement that rests on the statement; null: none. */
  soldeLe: Jour | null;
}

/** The French reason why a sent charges statement may not be cancelled; null when it may (charges/README §16.6). */
export function refusDAnnulation({ annule, rectifieLe, soldeLe }: DecompteAAnnuler): string | null {
  if (annule) return "Ce décompte est déjà annulé.";
  if (rectifieLe)
    return `Un rectificatif du ${formatJour(rectifieLe)} le suit : annulez-le d’abord.`;
  return (
    soldeLe &&
    `Ce qui attendait du dépôt est soldé depuis le ${formatJour(soldeLe)} d’après ce décompte : annulez d’abord ce solde, dans le départ du dossier.`
  );
}

/** A row of rent to cancel, and the row that replaces it; `ligne` is null when an earlier row applies again. */
export interface LoyerRendu<Ligne> {
  annule: Ligne;
  ligne: LoyerAEcrire | null;
}

/**
 * The rows of rent to replace when a cancelled statement withdraws its provision (charges/README §16.6): each row
 * takes back the provision that it had before. A later revision that copied the withdrawn provision also takes back
 * the former provision.
 *
 * @param provision `montant`: cents a month
 * @param dernierMois the last month that a receipt bills
 * @returns null when the provision stays: a receipt bills it, or somebody changed it
 */
export function rendreProvision<Ligne extends LoyerNote>(
  loyers: readonly Ligne[],
  provision: { depuis: Jour; montant: Centimes },
  dernierMois: Mois | null,
): LoyerRendu<Ligne>[] | null {
  const { depuis, montant } = provision;
  if (dernierMois !== null && dernierMois >= moisDe(depuis)) return null;
  const remises = remisesDeCharges(loyers, montant);
  const lignesDepuis = loyersVivants(loyers).filter(
    (ligne) => ligne.depuis >= depuis && !remises.has(ligne),
  );
  if (!lignesDepuis.some((ligne) => ligne.depuis === depuis)) return null;
  if (lignesDepuis.some(({ loyerCharge }) => loyerCharge !== montant)) return null;
  const ancienne = loyersVivants(loyers).findLast((ligne) => ligne.depuis < depuis) ?? null;
  const rendues = lignesDepuis.map((annule): LoyerRendu<Ligne> | null => {
    const avant =
      remplaceePar(loyers, annule) ??
      (annule.motif === "revision" ? (suivie(loyers, annule) ?? ancienne) : null);
    if (avant) return { annule, ligne: { ...annule, loyerCharge: avant.loyerCharge } };
    const sienne = annule.motif === "provision" && (annule.rang ?? null) === null;
    return sienne ? { annule, ligne: null } : null;
  });
  return rendues.every((rendue) => rendue !== null) ? rendues : null;
}

/**
 * For a revision that begins on the same day as a new provision: the row that the provision replaced on that day.
 * Null when the provision replaced none.
 */
function suivie<Ligne extends LoyerNote>(
  loyers: readonly Ligne[],
  { depuis }: LoyerNote,
): Ligne | null {
  const autre = loyersVivants(loyers).find(
    (ligne) => ligne.depuis === depuis && ligne.motif !== "revision",
  );
  return autre ? remplaceePar(loyers, autre) : null;
}

/** The monthly provision in force on a day once the rows are replaced; euros. */
export function provisionRendue<Ligne extends LoyerDate>(
  loyers: readonly Ligne[],
  rendues: readonly LoyerRendu<Ligne>[],
  depuis: Jour,
): Euros {
  const [premiere] = rendues.filter(({ annule }) => annule.depuis === depuis);
  if (premiere?.ligne) return enEuros(premiere.ligne.loyerCharge);
  const restants = loyers.filter((ligne) => !rendues.some(({ annule }) => annule === ligne));
  return enEuros(loyerEnVigueur(restants, depuis)?.loyerCharge ?? 0);
}

/**
 * The French sentence that tells the tenant of a cancelled charges statement (charges/README §16.6).
 *
 * @param somme euros that the statement called from the tenant; below zero, credited to him
 * @param rectifie the day of the earlier statement that applies again; null: none
 * @param provision the provision that the tenant pays after the cancellation, in euros a month; null: the statement
 * set no new provision
 */
export function annulationDite({
  annee,
  envoyeLe,
  rectifie,
  somme,
  provision,
}: {
  annee: number;
  envoyeLe: Jour;
  rectifie: Jour | null;
  somme: Euros;
  provision: Euros | null;
}): string {
  const montant = formatEuros(Math.abs(somme));
  const suite =
    enCentimes(somme) === 0
      ? ""
      : somme > 0
        ? `\u00A0: la somme de ${montant} qu’il portait n’est plus due, et ce que vous en auriez payé reste au crédit de votre compte`
        : `\u00A0: la somme de ${montant} qu’il portait à votre crédit en est retirée`;
  const reste =
    provision === null
      ? ""
      : ` Votre provision pour charges reste de ${formatEuros(provision)} par mois.`;
  const valable = rectifie ? ` Celui du ${formatJour(rectifie)} reste valable.` : "";
  return `Notre décompte ${rectifie ? "rectificatif " : ""}de vos charges de l’exercice ${nomDExercice(annee)}, envoyé le ${formatJour(envoyeLe)}, est annulé${suite}.${valable}${reste}`;
}
