import { ajouterJours, type Jour, type Mois } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import {
  DELAIS_GLI,
  type EcheanceImpayee,
  impayeVisaleDepuis,
  type MoisDeLoyer,
} from "./impayes.ts";

/** Who covers unpaid rents, and what of them (domain/README §12.12). */
export const ASSUREURS = {
  gli: {
    nom: "l'assurance loyers impayés",
    natures: ["loyer", "charges", "regularisation", "assurance", "contribution", "solde_anterieur"],
  },
  visale: { nom: "Visale (Action Logement)", natures: ["loyer", "charges"] },
} as const satisfies Record<string, { nom: string; natures: readonly NatureEcheance[] }>;

export type Assureur = keyof typeof ASSUREURS;

/** A sum that was called and not withdrawn, and what is left of it. */
export type SommeAppelee = Pick<
  EcheanceImpayee,
  "mois" | "exigibleLe" | "nature" | "montant" | "reste"
>;

/** A month of which something is not paid, as it is declared; cents. */
export interface MoisImpaye {
  mois: Mois;
  /** Of the first sum of it. */
  exigibleLe: Jour;
  loyer: Centimes;
  charges: Centimes;
  /** What was called for it besides. */
  autres: Centimes;
  recu: Centimes;
  reste: Centimes;
}

/** Whether a sum of this kind is declared to them. */
export const couvre = (assureur: Assureur, nature: NatureEcheance): boolean =>
  (ASSUREURS[assureur].natures as readonly NatureEcheance[]).includes(nature);

/**
 * What is declared, month by month, the oldest first: all that was called for a month of which something covered is late,
 * what was received of it, what is left. Loyer, charges and the others less what was received make what is left.
 * @param sommes all that was called for the lease and has fallen due
 * @param enRetard what of it is surely late
 */
export function moisDeclares(
  assureur: Assureur,
  sommes: readonly SommeAppelee[],
  enRetard: readonly SommeAppelee[],
): MoisImpaye[] {
  const couvertes = enRetard.filter(({ nature }) => couvre(assureur, nature));
  const mois = new Set(couvertes.map((une) => une.mois));
  const declarees = sommes.filter((une) => mois.has(une.mois) && couvre(assureur, une.nature));
  return [...Map.groupBy(declarees, (une) => une.mois)]
    .toSorted(([un], [autre]) => ordre(un, autre))
    .map(([mois, siennes]) => moisImpaye(mois, siennes));
}

function moisImpaye(mois: Mois, siennes: readonly SommeAppelee[]): MoisImpaye {
  const total = (valeur: (une: SommeAppelee) => Centimes) =>
    siennes.reduce((somme, une) => somme + valeur(une), 0);
  const appele = (garder: (nature: NatureEcheance) => boolean) =>
    total(({ montant, nature }) => (garder(nature) ? montant : 0));
  const jours = siennes.map(({ exigibleLe }) => exigibleLe).toSorted(ordre);
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
 * The day on which a default is made up for them, and the last one to declare it; null while none is.
 * @param enRetard what is surely late
 * @param delaiVisale days (setting)
 */
export function delaiDeDeclaration(
  assureur: Assureur,
  enRetard: readonly SommeAppelee[],
  loyer: MoisDeLoyer,
  delaiVisale: number,
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
