import { ajouterJours, dansMois, type Jour, type Mois, nombreDeJours, plusTard } from "../dates.ts";
import { ordre } from "../ordre.ts";
import { dernierJourExigible, type NatureEcheance } from "./imputation.ts";
import type { Centimes } from "./repartition.ts";

/** The ages of a debt, in days since it fell due, the youngest first. */
export const AGES = {
  a30: { libelle: "30 jours au plus", de: 0, a: 30 },
  a60: { libelle: "31 à 60 jours", de: 31, a: 60 },
  a90: { libelle: "61 à 90 jours", de: 61, a: 90 },
  plus: { libelle: "Plus de 90 jours", de: 91, a: null },
} as const;

export type Age = keyof typeof AGES;

/** A sum per age, in whichever unit. */
export type ParAge = Record<Age, number>;

/** How many days ago a sum fell due; zero until the morrow. */
export const joursDe = (exigibleLe: Jour, today: Jour): number =>
  Math.max(0, nombreDeJours(exigibleLe, today) - 1);

/** The age of a debt. */
export function ageDe(exigibleLe: Jour, today: Jour): Age {
  const jours = joursDe(exigibleLe, today);
  if (jours <= AGES.a30.a) return "a30";
  if (jours <= AGES.a60.a) return "a60";
  return jours <= AGES.a90.a ? "a90" : "plus";
}

/** A sum that was called, fell due, and is not wholly settled. */
export interface EcheanceImpayee {
  mois: Mois;
  exigibleLe: Jour;
  nature: NatureEcheance;
  montant: Centimes;
  reste: Centimes;
  /** The owner receives the rent and nobody said whether it was paid: it is no debt to be claimed yet. */
  incertaine: boolean;
}

export const dues = (echeances: readonly EcheanceImpayee[]): Centimes =>
  echeances.reduce((somme, { reste }) => somme + reste, 0);

/** What is owed, by age: nothing of what nobody is sure of. */
export function parAge(echeances: readonly EcheanceImpayee[], today: Jour): ParAge {
  const sommes: ParAge = { a30: 0, a60: 0, a90: 0, plus: 0 };
  for (const { exigibleLe, incertaine, reste } of echeances) {
    if (!incertaine) sommes[ageDe(exigibleLe, today)] += reste;
  }
  return sommes;
}

// Thresholds and their clocks

/** The months unpaid without interruption from which the CCAPEX is told, or as many months of rent owed (art. 24). */
const MOIS_CCAPEX = 2;

/** The debt is one that the CCAPEX is told of: two months of rent without charges, or two months without interruption. */
export const ccapexAtteint = (
  { du, loyerHC, exigibleLe }: { du: Centimes; loyerHC: Centimes; exigibleLe: Jour },
  today: Jour,
): boolean => du > 0 && (du >= MOIS_CCAPEX * loyerHC || dansMois(exigibleLe, MOIS_CCAPEX) <= today);

/** The rules of the CAF on unpaid rents, which change on a day. */
export interface ReglesCaf {
  /** From that day on the sum counts, and no longer the months; null: it never comes. */
  seuilDepuis: Jour | null;
  seuil: Centimes;
}

/** What the housing benefit stands for in a month of rent. */
export interface MoisDeLoyer {
  loyerHC: Centimes;
  charges: Centimes;
  /** Paid to the owner or the agency: the tenant owes the rest. */
  aide: Centimes;
}

/** What was called and is not settled, on its due day. */
type Reste = Pick<EcheanceImpayee, "exigibleLe" | "reste">;

/**
 * The day on which the CAF or the MSA holds the rent for unpaid, from which the landlord has two months to tell it; null
 * when it does not: until the day of the new rule, two months of what the tenant pays himself; from that day on, more
 * than the threshold, or any default of three months.
 */
export function impayeCafDepuis(
  restes: readonly Reste[],
  { loyerHC, charges, aide }: MoisDeLoyer,
  { seuilDepuis, seuil }: ReglesCaf,
  today: Jour,
): Jour | null {
  const nouvelle = seuilDepuis !== null && today >= seuilDepuis;
  const ancien = 2 * (loyerHC + charges - aide);
  const suite = restes.toSorted((un, autre) => ordre(un.exigibleLe, autre.exigibleLe));
  const [premier] = suite;
  let du = 0;
  for (const { exigibleLe, reste } of suite) {
    du += reste;
    if (nouvelle ? du > seuil : du >= ancien)
      return nouvelle ? plusTard(exigibleLe, seuilDepuis) : exigibleLe;
  }
  const troisMois = premier && dansMois(premier.exigibleLe, 3);
  return nouvelle && troisMois && troisMois <= today ? plusTard(troisMois, seuilDepuis) : null;
}

/** The days that an insurer of unpaid rents wants, counted from the due day. */
export const DELAIS_GLI = { relance: 20, miseEnDemeure: 35, declaration: 40 } as const;

/** What is told beside a debt: a threshold that it passed, a day that it must not miss. */
export interface Alerte {
  genre: "ccapex" | "caf" | "gli" | "prescription";
  libelle: string;
  /** What is to be done, and before which day. */
  detail: string;
  avant: Jour | null;
  urgente: boolean;
}

export interface FaitsAlertes extends MoisDeLoyer {
  du: Centimes;
  /** The oldest day on which something fell due and is not settled. */
  exigibleLe: Jour;
  restes: readonly Reste[];
  /** The rents are insured. */
  gli: boolean;
  /** A second reminder, a formal notice left for this debt. */
  relancee: boolean;
  miseEnDemeure: boolean;
}

/** How long before a day it is urgent. */
const URGENCE = 7;

/** The thresholds that a debt passed and the days that come, the most urgent first. */
export function alertesDe(faits: FaitsAlertes, caf: ReglesCaf, today: Jour): Alerte[] {
  const alertes = [
    ...prescription(faits, today),
    ...assurance(faits, today),
    ...(faits.aide > 0 ? allocations(faits, caf, today) : []),
    ...(ccapexAtteint(faits, today)
      ? [
          {
            genre: "ccapex" as const,
            libelle: "Seuil CCAPEX",
            detail:
              "Deux mois de loyer, ou deux mois sans interruption : le commissaire de justice signale le commandement de payer à la CCAPEX.",
            avant: null,
            urgente: false,
          },
        ]
      : []),
  ];
  return alertes.toSorted((une, autre) => Number(autre.urgente) - Number(une.urgente));
}

function prescription({ exigibleLe }: FaitsAlertes, today: Jour): Alerte[] {
  if (dansMois(exigibleLe, 30) > today) return [];
  return [
    {
      genre: "prescription",
      libelle: "Prescription proche",
      detail: "L’action en paiement du plus ancien loyer se prescrit par trois ans.",
      avant: dernierJourExigible(exigibleLe),
      urgente: dansMois(exigibleLe, 34) <= today,
    },
  ];
}

/** What the policy asks next: one that was missed may lose the cover. */
function assurance(faits: FaitsAlertes, today: Jour): Alerte[] {
  if (!faits.gli) return [];
  const { detail, jours } = attenduParLAssureur(faits);
  const avant = ajouterJours(faits.exigibleLe, jours);
  return [
    {
      genre: "gli",
      libelle: "Assurance loyers impayés",
      detail,
      avant,
      urgente: ajouterJours(avant, -URGENCE) <= today,
    },
  ];
}

function attenduParLAssureur({ miseEnDemeure, relancee }: FaitsAlertes) {
  if (miseEnDemeure)
    return { detail: "Déclarer le sinistre à l’assureur.", jours: DELAIS_GLI.declaration };
  if (relancee)
    return { detail: "Mise en demeure recommandée à envoyer.", jours: DELAIS_GLI.miseEnDemeure };
  return { detail: "Lettre de relance à envoyer.", jours: DELAIS_GLI.relance };
}

/** The default is to be told within two months. */
function allocations(faits: FaitsAlertes, caf: ReglesCaf, today: Jour): Alerte[] {
  const depuis = impayeCafDepuis(faits.restes, faits, caf, today);
  if (depuis === null) return [];
  const avant = dansMois(depuis, 2);
  return [
    {
      genre: "caf",
      libelle: "Impayé à signaler à la CAF",
      detail: "Le bailleur qui reçoit l’aide signale l’impayé dans les deux mois.",
      avant,
      urgente: ajouterJours(avant, -30) <= today,
    },
  ];
}
