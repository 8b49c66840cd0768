import type { Agence } from "../../agence/agence.ts";
import type { Jour } from "../../dates.ts";
import { enCentimes } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type Alerte, alertesDe, type FaitsAlertes } from "./alertes.ts";
import type { SuiviImpaye } from "./relance-fiche.ts";
import { type Dette, delaisDe, type Etape, relanceSuivante } from "./relances.ts";

/** The facts of a dossier with late sums that decide on its next reminder and its alerts; cents. */
export interface FaitsSuivi
  extends Omit<FaitsAlertes, "exigibleLe" | "relancee" | "miseEnDemeure" | "transmise">,
    Pick<Dette, "enPause" | "relances"> {
  /** The oldest due day of a sum that is surely owed; null when there is none. */
  exigibleLe: Jour | null;
  /** The earliest day from which a sum counts as late; null when there is none. */
  depuis: Jour | null;
  /** The oldest due day, uncertain sums included; null without any sum. */
  premiere: Jour | null;
  /** The sums received and not credited yet. */
  recu: Centimes;
  plan: boolean;
}

/**
 * The alerts about a debt, and whether its formal notice was sent.
 * @param agence the source of the deadlines
 */
export function alertesDuSuivi(
  {
    relances,
    ...faits
  }: Omit<FaitsAlertes, "relancee" | "miseEnDemeure" | "transmise"> & Pick<Dette, "relances">,
  agence: Agence,
  today: Jour,
): { alertes: Alerte[]; miseEnDemeure: boolean } {
  const partie = (etape: Etape) =>
    relances.some(
      (relance) =>
        relance.exigibleLe === faits.exigibleLe &&
        relance.etape === etape &&
        relance.etat === "liberee",
    );
  const regles = {
    caf: { seuilDepuis: agence.cafSeuilDepuis, seuil: enCentimes(agence.cafSeuil) },
    visale: {
      depuis: agence.visaleDepuis,
      miseEnDemeure: agence.visaleMiseEnDemeure,
      declaration: agence.visaleDeclaration,
    },
  };
  const miseEnDemeure = partie("R3");
  const envois = { relancee: partie("R2"), miseEnDemeure, transmise: partie("R4") };
  return { alertes: alertesDe({ ...faits, ...envois }, regles, today), miseEnDemeure };
}

/** The progress of a debt: last reminder, next reminder, alerts (relances/README §12.12). */
export function suiviDe(faits: FaitsSuivi, agence: Agence, today: Jour): SuiviImpaye {
  const { du, exigibleLe, premiere, recu, relances } = faits;
  const derniere = relances
    .flatMap(({ etape, libereeLe }) => (libereeLe ? [{ etape, libereeLe }] : []))
    .filter(({ libereeLe }) => premiere !== null && libereeLe >= premiere)
    .toSorted((relance, autre) => ordre(relance.libereeLe, autre.libereeLe))
    .at(-1);
  return {
    derniere: derniere ?? null,
    suivante: relanceSuivante({ ...faits, montant: du - recu }, delaisDe(agence), today),
    alertes:
      exigibleLe === null ? [] : alertesDuSuivi({ ...faits, exigibleLe }, agence, today).alertes,
  };
}
