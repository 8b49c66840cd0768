import { nomAppartement } from "../adresse.ts";
import { ajouterAnnees, dansMois, type Jour, plusTard } from "../dates.ts";
import { ordre } from "../ordre.ts";
import type { ContenuCompteRendu } from "./compte-rendu.ts";

/** How far ahead an account tells what comes, in months; how long a diagnosis of energy holds, in years. */
const MOIS_A_VENIR = 6;
const ANNEES_DE_DPE = 10;

/** A lease of a dwelling of the mandate, and its dwelling, by what comes of them. */
export interface BailSuivi {
  adresse: string;
  etage: string | null;
  dateSortie: Jour | null;
  dateDebutBail: Jour;
  dateFinBail: Jour | null;
  /** The index by which its rent is revised; null: it is not. */
  indice: number | null;
  /** The year of its diagnosis of energy. */
  dpeAnnee: number | null;
}

/**
 * What comes in the six months after the last day of an account: ends of leases and of the mandate, revisions of rent,
 * diagnoses.
 * @param mandat `duree` in months
 */
export function echeancesAVenir(
  baux: readonly BailSuivi[],
  { au, mandat }: { au: Jour; mandat: { dateSignature: Jour | null; duree: number | null } },
): ContenuCompteRendu["echeances"] {
  const fin = dansMois(au, MOIS_A_VENIR);
  const aVenir = (date: Jour | null): date is Jour => date !== null && date > au && date <= fin;
  const echeances = baux
    .filter(({ dateSortie }) => dateSortie === null || dateSortie > au)
    .flatMap((bail) => {
      const lot = nomAppartement(bail);
      const dites: [Jour | null, string][] = [
        [bail.dateSortie, "Départ du locataire"],
        [bail.dateFinBail, "Fin du bail"],
        [
          bail.indice === null ? null : anniversaire(bail.dateDebutBail, au),
          "Révision annuelle du loyer",
        ],
        [
          bail.dpeAnnee === null ? null : `${bail.dpeAnnee + ANNEES_DE_DPE}-12-31`,
          "Fin de validité du DPE, au plus tard",
        ],
      ];
      return dites.flatMap(([date, libelle]) => (aVenir(date) ? [{ date, libelle, lot }] : []));
    });
  const { dateSignature, duree } = mandat;
  const terme = dateSignature && duree ? dansMois(dateSignature, duree) : null;
  if (aVenir(terme)) echeances.push({ date: terme, libelle: "Terme du mandat", lot: "" });
  return echeances.toSorted((une, autre) => ordre(une.date, autre.date));
}

/** The first anniversary of a day after another. */
function anniversaire(jour: Jour, apres: Jour): Jour {
  const annees = Number(apres.slice(0, 4)) - Number(jour.slice(0, 4));
  const cetteAnnee = ajouterAnnees(jour, annees);
  return plusTard(jour, cetteAnnee > apres ? cetteAnnee : ajouterAnnees(jour, annees + 1));
}
