import { ajouterJours, dansMois, formatJour, type Jour, plusTard, plusTot } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import { dernierJourExigible } from "../locataires/prescription.ts";
import type { EcheanceImpayee } from "./impayes.ts";

/**
 * A debt is reported to the CCAPEX (commission against evictions) from this many months of rent, or after this many
 * months of delay (art. 24).
 */
const MOIS_CCAPEX = 2;

/**
 * Whether a debt is to be reported to the CCAPEX (commission against evictions): the debt reaches two months of rent
 * without charges, or its oldest sum is two months late. Cents.
 *
 * @param exigibleLe the due day of the oldest unpaid sum
 */
export const ccapexAtteint = (
  { du, loyerHC, exigibleLe }: { du: Centimes; loyerHC: Centimes; exigibleLe: Jour },
  today: Jour,
): boolean => du > 0 && (du >= MOIS_CCAPEX * loyerHC || dansMois(exigibleLe, MOIS_CCAPEX) <= today);

/** The due day on which the debt, added up from the oldest sum on, passes a threshold; null when it never does. */
function franchi(restes: readonly Reste[], seuil: (du: Centimes) => boolean): Jour | null {
  let du = 0;
  for (const { exigibleLe, reste } of parOrdre(restes)) {
    du += reste;
    if (seuil(du)) return exigibleLe;
  }
  return null;
}

const parOrdre = (restes: readonly Reste[]) =>
  restes.toSorted((reste, autre) => ordre(reste.exigibleLe, autre.exigibleLe));

export interface ReglesCaf {
  /** The first day of the new rule of the CAF (see {@link impayeCafDepuis}); null: the old rule stays. */
  seuilDepuis: Jour | null;
  seuil: Centimes;
}

/** The rent of one month and its housing benefit; cents. */
export interface MoisDeLoyer {
  loyerHC: Centimes;
  charges: Centimes;
  /** The benefit paid to the owner or the agency, which the tenant does not owe. */
  aide: Centimes;
}

type Reste = Pick<EcheanceImpayee, "exigibleLe" | "reste">;
type ResteNomme = Reste & Pick<EcheanceImpayee, "nature">;

/**
 * The day from which the CAF or the MSA (benefits offices) counts the rent as unpaid; null when it does not. From
 * that day, the owner has two months to report the debt. Old rule: a debt of two months of the tenant's own part. New
 * rule, from `seuilDepuis` on: a debt above `seuil`, or three months of delay.
 *
 * @param restes cents, as every amount here
 */
export function impayeCafDepuis(
  { restes, loyerHC, charges, aide }: MoisDeLoyer & { restes: readonly Reste[] },
  { seuilDepuis, seuil }: ReglesCaf,
  today: Jour,
): Jour | null {
  const nouvelle = seuilDepuis !== null && today >= seuilDepuis;
  const ancien = 2 * (loyerHC + charges - aide);
  const atteint = franchi(restes, (du) => (nouvelle ? du > seuil : du >= ancien));
  if (atteint) return nouvelle ? plusTard(atteint, seuilDepuis) : atteint;
  const [premier] = parOrdre(restes);
  const troisMois = premier && dansMois(premier.exigibleLe, 3);
  return nouvelle && troisMois && troisMois <= today ? plusTard(troisMois, seuilDepuis) : null;
}

/** The deadlines of Visale (public rent guarantee) for a landlord, in days after a debt counts as unpaid. */
export interface ReglesVisale {
  /** Only debts that became unpaid on this day or later are followed; null: no debt is followed. */
  depuis: Jour | null;
  miseEnDemeure: number;
  declaration: number;
}

/**
 * The day on which a debt counts as unpaid for Visale (public rent guarantee): the day after the due day on which
 * unpaid rent and charges passed a month of the tenant's own part; null before. Cents.
 */
export function impayeVisaleDepuis(
  restes: readonly ResteNomme[],
  { loyerHC, charges, aide }: MoisDeLoyer,
): Jour | null {
  const loyers = restes.filter(({ nature }) => nature === "loyer" || nature === "charges");
  const atteint = franchi(loyers, (du) => du > loyerHC + charges - aide);
  return atteint && ajouterJours(atteint, 1);
}

/** The deadlines of the insurance against unpaid rents (GLI), in days after the due day. */
export const DELAIS_GLI = { relance: 20, miseEnDemeure: 35, declaration: 40 } as const;

/** An alert about a debt: a threshold passed, or a deadline. */
export interface Alerte {
  genre: "ccapex" | "caf" | "gli" | "visale" | "prescription";
  libelle: string;
  /** The action to take, in French. */
  detail: string;
  /** The deadline; null for a threshold without deadline. `depassee`: the deadline is over. */
  avant: Jour | null;
  /** The day on which a threshold without deadline was passed. */
  depuis: Jour | null;
  urgente: boolean;
  depassee: boolean;
}

/** The words of an alert: « Visale, avant le 21/08/2026 », « Seuil CCAPEX, depuis le 05/10/2026 ». */
export function motsDAlerte({ avant, depassee, depuis, libelle }: Alerte): string {
  if (avant)
    return `${libelle}, ${depassee ? "délai dépassé depuis le" : "avant le"} ${formatJour(avant)}`;
  return depuis ? `${libelle}, depuis le ${formatJour(depuis)}` : libelle;
}

export interface FaitsAlertes extends MoisDeLoyer {
  du: Centimes;
  /** The oldest due day of a sum that is surely owed and unpaid. */
  exigibleLe: Jour;
  restes: readonly ResteNomme[];
  /** The rents are insured (GLI). */
  gli: boolean;
  /** The public guarantee Visale covers the lease. */
  visale: boolean;
  /**
   * Whether these steps were taken for this debt: the second reminder (`relancee`), the formal notice
   * (`miseEnDemeure`), the handover of the case (`transmise`).
   */
  relancee: boolean;
  miseEnDemeure: boolean;
  transmise: boolean;
}

export interface ReglesAlertes {
  caf: ReglesCaf;
  visale: ReglesVisale;
}

/** An alert becomes urgent this many days before its deadline. */
const URGENCE = 7;

const echeant = (
  alerte: Pick<Alerte, "genre" | "libelle" | "detail"> & { avant: Jour },
  today: Jour,
  urgence = URGENCE,
): Alerte => ({
  ...alerte,
  depuis: null,
  urgente: ajouterJours(alerte.avant, -urgence) <= today,
  depassee: alerte.avant < today,
});

/** The alerts about a debt, the urgent ones first: thresholds passed, and deadlines. */
export function alertesDe(faits: FaitsAlertes, regles: ReglesAlertes, today: Jour): Alerte[] {
  const alertes = [
    ...prescription(faits, today),
    ...assurance(faits, today),
    ...garantieVisale(faits, regles.visale, today),
    ...(faits.aide > 0 ? allocations(faits, regles.caf, today) : []),
    ...ccapex(faits, today),
  ];
  return alertes.toSorted((alerte, autre) => Number(autre.urgente) - Number(alerte.urgente));
}

function ccapex(faits: FaitsAlertes, today: Jour): Alerte[] {
  if (!ccapexAtteint(faits, today)) return [];
  const enSomme = franchi(faits.restes, (du) => du >= MOIS_CCAPEX * faits.loyerHC);
  const enMois = dansMois(faits.exigibleLe, MOIS_CCAPEX);
  return [
    {
      genre: "ccapex",
      libelle: "Seuil CCAPEX",
      detail:
        "Deux mois de loyer, ou deux mois sans interruption : le commissaire de justice signale le commandement de payer à la CCAPEX. Une personne morale, hors SCI familiale, la saisit deux mois au moins avant d’assigner.",
      avant: null,
      depuis: enSomme ? plusTot(enSomme, enMois) : enMois,
      urgente: false,
      depassee: false,
    },
  ];
}

function prescription({ exigibleLe }: FaitsAlertes, today: Jour): Alerte[] {
  if (dansMois(exigibleLe, 30) > today) return [];
  return [
    {
      genre: "prescription",
      libelle: "Prescription proche",
      detail: "L’action en paiement du plus ancien loyer se prescrit par trois ans.",
      avant: dernierJourExigible(exigibleLe),
      depuis: null,
      urgente: dansMois(exigibleLe, 34) <= today,
      depassee: false,
    },
  ];
}

/** The alert about the next step that the rent insurance (GLI) requires: a late step may lose the cover. */
function assurance(faits: FaitsAlertes, today: Jour): Alerte[] {
  if (!faits.gli || faits.transmise) return [];
  const { detail, jours } = attenduParLAssureur(faits);
  const avant = ajouterJours(faits.exigibleLe, jours);
  return [echeant({ genre: "gli", libelle: "Assurance loyers impayés", detail, avant }, today)];
}

function attenduParLAssureur({ miseEnDemeure, relancee }: FaitsAlertes) {
  if (miseEnDemeure)
    return { detail: "Déclarer le sinistre à l’assureur.", jours: DELAIS_GLI.declaration };
  if (relancee)
    return { detail: "Mise en demeure recommandée à envoyer.", jours: DELAIS_GLI.miseEnDemeure };
  return { detail: "Lettre de relance à envoyer.", jours: DELAIS_GLI.relance };
}

/**
 * The alert about the next step that Visale (public rent guarantee) requires: a formal notice, then the declaration.
 */
function garantieVisale(faits: FaitsAlertes, regles: ReglesVisale, today: Jour): Alerte[] {
  const constitue = impayeVisaleDepuis(faits.restes, faits);
  const suivi = faits.visale && !faits.transmise && regles.depuis !== null;
  if (!suivi || constitue === null || constitue < (regles.depuis ?? constitue)) return [];
  const { miseEnDemeure } = faits;
  return [
    echeant(
      {
        genre: "visale",
        libelle: miseEnDemeure ? "Visale : déclarer l’impayé" : "Visale : mise en demeure",
        detail: miseEnDemeure
          ? "Déclarer l’impayé à Action Logement, sur visale.fr."
          : "Mise en demeure recommandée à envoyer, sous huit jours, puis impayé à déclarer sur visale.fr.",
        avant: ajouterJours(constitue, miseEnDemeure ? regles.declaration : regles.miseEnDemeure),
      },
      today,
    ),
  ];
}

/** The alert to report an unpaid rent to the CAF (family benefits office), within two months. */
function allocations(faits: FaitsAlertes, caf: ReglesCaf, today: Jour): Alerte[] {
  const depuis = impayeCafDepuis(faits, caf, today);
  if (depuis === null) return [];
  return [
    echeant(
      {
        genre: "caf",
        libelle: "Impayé à signaler à la CAF",
        detail: "Le bailleur qui reçoit l’aide signale l’impayé dans les deux mois.",
        avant: dansMois(depuis, 2),
      },
      today,
      30,
    ),
  ];
}
