import { ajouterJours, type Jour, type Mois } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import { DELAIS_GLI, impayeVisaleDepuis, type MoisDeLoyer } from "./alertes.ts";
import type { EcheanceImpayee } from "./impayes.ts";

/** The insurers of unpaid rents, with the kinds of sums that each covers (relances/README §12.12). */
export const ASSUREURS = {
  gli: {
    nom: "l'assurance loyers impayés",
    natures: ["loyer", "charges", "regularisation", "assurance", "contribution", "solde_anterieur"],
  },
  visale: { nom: "Visale (Action Logement)", natures: ["loyer", "charges"] },
} as const satisfies Record<string, { nom: string; natures: readonly NatureEcheance[] }>;

export type Assureur = keyof typeof ASSUREURS;

/** A sum called from a tenant, with its unpaid part; cents. */
export type SommeAppelee = Pick<
  EcheanceImpayee,
  "mois" | "exigibleLe" | "nature" | "montant" | "reste"
>;

/** An unpaid month as it is declared to an insurer; cents. */
export interface MoisImpaye {
  mois: Mois;
  /** The earliest due day of the sums of the month. */
  exigibleLe: Jour;
  loyer: Centimes;
  charges: Centimes;
  /** The other covered sums of the month. */
  autres: Centimes;
  recu: Centimes;
  reste: Centimes;
}

/** Whether an insurer covers sums of this kind. */
export const couvre = (assureur: Assureur, nature: NatureEcheance): boolean =>
  (ASSUREURS[assureur].natures as readonly NatureEcheance[]).includes(nature);

/**
 * The months to declare to an insurer, the oldest first, in cents. A month counts when a covered sum of that month is
 * late; it then shows every covered sum called for that month. `reste` is the rent, the charges and the other sums,
 * less the sum received.
 *
 * @param sommes every due sum of the lease
 * @param enRetard the sums that are surely late
 */
export function moisDeclares(
  assureur: Assureur,
  sommes: readonly SommeAppelee[],
  enRetard: readonly SommeAppelee[],
): MoisImpaye[] {
  const couvertes = enRetard.filter(({ nature }) => couvre(assureur, nature));
  const mois = new Set(couvertes.map((couverte) => couverte.mois));
  const declarees = sommes.filter(
    (somme) => mois.has(somme.mois) && couvre(assureur, somme.nature),
  );
  return [...Map.groupBy(declarees, (somme) => somme.mois)]
    .toSorted(([mois], [autre]) => ordre(mois, autre))
    .map(([mois, echeancesDuMois]) => moisImpaye(mois, echeancesDuMois));
}

function moisImpaye(mois: Mois, sommes: readonly SommeAppelee[]): MoisImpaye {
  const total = (valeur: (somme: SommeAppelee) => Centimes) =>
    sommes.reduce((somme, appelee) => somme + valeur(appelee), 0);
  const appele = (garder: (nature: NatureEcheance) => boolean) =>
    total(({ montant, nature }) => (garder(nature) ? montant : 0));
  const jours = sommes.map(({ exigibleLe }) => exigibleLe).toSorted(ordre);
  return {
    mois,
    exigibleLe: jours[0] ?? `${mois}-01`,
    loyer: appele((nature) => nature === "loyer"),
    charges: appele((nature) => nature === "charges"),
    autres: appele((nature) => nature !== "loyer" && nature !== "charges"),
    recu: total(({ montant, reste }) => montant - reste),
    reste: total(({ reste }) => reste),
  };
}

/**
 * The day from which an insurer counts the debt as unpaid, and the last day to declare it; null when no covered sum
 * is late enough.
 *
 * @param enRetard the sums that are surely late
 * @param delaiVisale the days that Visale allows (a setting)
 */
export function delaiDeDeclaration(
  assureur: Assureur,
  enRetard: readonly SommeAppelee[],
  { loyer, delaiVisale }: { loyer: MoisDeLoyer; delaiVisale: number },
): { constitueLe: Jour; avant: Jour } | null {
  if (assureur === "visale") {
    const constitueLe = impayeVisaleDepuis(enRetard, loyer);
    return constitueLe === null
      ? null
      : { constitueLe, avant: ajouterJours(constitueLe, delaiVisale) };
  }
  const [premier] = enRetard
    .filter(({ nature }) => couvre(assureur, nature))
    .map(({ exigibleLe }) => exigibleLe)
    .toSorted(ordre);
  return premier === undefined
    ? null
    : { constitueLe: premier, avant: ajouterJours(premier, DELAIS_GLI.declaration) };
}
