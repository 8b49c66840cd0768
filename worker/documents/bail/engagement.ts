import type { Caution } from "#domain/caution.ts";
import { ajouterJours, type Jour, terme } from "#domain/dates.ts";
import { arrondir, somme } from "#domain/montants.ts";
import { type Bail, duree, estPersonneMorale } from "./bail.ts";

const MOIS_GARANTIS_PAR_DEFAUT = 36;

/** What the guarantor owes at most, in euros: given, or so many months of rent and charges. */
export function montantMaximal({ dossier, agence }: Bail, caution: Caution): number {
  const mois = Number(agence.cautionNbMois) || MOIS_GARANTIS_PAR_DEFAUT;
  return (
    caution.montantMax ?? arrondir(somme(dossier.loyerHC, dossier.loyerCharge) * Math.max(mois, 0))
  );
}

/** The last day of a guarantee of set length: given, or the first term and one renewal. */
export function finEngagement(bail: Bail, { dateFinCaution }: Caution): Jour | null {
  if (dateFinCaution) return dateFinCaution;
  const fin = duree(bail).terme;
  if (fin === null) return null;
  const { regime, bailleurs, dossier } = bail;
  const { dateDebutBail: debut } = dossier;
  if (regime === "meuble") return terme(debut, 24);
  if (regime !== "nu") return fin;
  const annees = bailleurs.some(estPersonneMorale) ? 6 : 3;
  return terme(ajouterJours(fin, 1), annees * 12);
}
