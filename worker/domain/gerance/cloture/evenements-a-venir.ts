import { estPassoire } from "../../bail/logement.ts";
import { nomAppartement } from "../../biens/adresse.ts";
import type { Appartement } from "../../biens/appartement-fiche.ts";
import { finDuDpe } from "../../biens/dpe.ts";
import { ajouterAnnees, dansMois, type Jour, terme } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import { anniversairesEntre } from "../revisions/anniversaires.ts";
import type { ContenuCompteRendu } from "./compte-rendu.ts";

/** An owner's statement announces the events of the next six months. */
const MOIS_A_VENIR = 6;

/** A lease of the mandate and its dwelling: the days that lead to an announced event. */
export interface BailSuivi {
  adresse: string;
  etage: string | null;
  dateSortie: Jour | null;
  dateDebutBail: Jour;
  dateFinBail: Jour | null;
  /** The index in the lease, else the last index applied; null: the rent is not revised. */
  indice: number | null;
  /** The day of revision that the lease sets, `MM-DD`; null: the anniversary of the lease. */
  jourRevision: string | null;
  /** The day and the class of the dwelling's DPE (energy diagnosis). */
  dpeDate: Jour | null;
  dpeClasse: Appartement["dpeClasse"];
}

/**
 * The events of the six months after the last day of an owner's statement: departures, ends of leases and of the
 * mandate, revisions of rent, ends of DPE (energy diagnoses).
 *
 * @param mandat `duree` in months
 * @returns in the order of their days
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
      const joursNommes: [Jour | null, string][] = [
        [bail.dateSortie, "Départ du locataire"],
        [bail.dateFinBail, "Fin du bail"],
        [revision(bail, au, fin), "Révision annuelle du loyer"],
        [bail.dpeDate && finDuDpe(bail.dpeDate), "Fin de validité du DPE"],
      ];
      return joursNommes.flatMap(([date, libelle]) =>
        aVenir(date) ? [{ date, libelle, lot }] : [],
      );
    });
  const { dateSignature, duree } = mandat;
  const dernierJour = dateSignature && duree ? terme(dateSignature, duree) : null;
  if (aVenir(dernierJour))
    echeances.push({ date: dernierJour, libelle: "Terme du mandat", lot: "" });
  return echeances.toSorted((echeance, autre) => ordre(echeance.date, autre.date));
}

/**
 * The first day after `apres`, up to `fin`, on which the rent may be revised (revisions/README §15.3), at least a year
 * after the lease began. Null without an index, and for a dwelling of energy class F or G.
 */
function revision(bail: BailSuivi, apres: Jour, fin: Jour): Jour | null {
  if (bail.indice === null || estPassoire({ appartement: bail })) return null;
  const dates = { debut: bail.dateDebutBail, convenue: bail.jourRevision };
  const unAn = ajouterAnnees(bail.dateDebutBail, 1);
  return anniversairesEntre(dates, apres, fin).find((jour) => jour >= unAn) ?? null;
}
