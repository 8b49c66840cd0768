import type { Agence } from "../../agence/agence.ts";
import type { Jour } from "../../dates.ts";
import { enCentimes } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import { alertesDe, type FaitsAlertes } from "./impayes.ts";
import type { SuiviImpaye } from "./relance-fiche.ts";
import { type Dette, delaisDe, type Etape, relanceSuivante } from "./relances.ts";

/** What is known of a dossier that is late, to tell where it stands. */
export interface FaitsSuivi
  extends Omit<FaitsAlertes, "exigibleLe" | "relancee" | "miseEnDemeure" | "transmise">,
    Pick<Dette, "enPause" | "relances"> {
  /** The oldest day on which something surely fell due; null when nothing did. */
  exigibleLe: Jour | null;
  /** Since when it is late. */
  depuis: Jour | null;
  /** Of what nobody is sure of as well. */
  premiere: Jour | null;
  /** Received and not credited yet. */
  recu: Centimes;
  plan: boolean;
}

/** What left for a debt, what comes next, and the thresholds that it passed (domain/README §12.12). */
export function suiviDe(faits: FaitsSuivi, agence: Agence, today: Jour): SuiviImpaye {
  const { du, exigibleLe, premiere, recu, relances } = faits;
  const siennes = relances.filter((une) => une.exigibleLe === exigibleLe);
  const partie = (etape: Etape) =>
    siennes.some((une) => une.etape === etape && une.etat === "liberee");
  const derniere = relances
    .flatMap(({ etape, libereeLe }) => (libereeLe ? [{ etape, libereeLe }] : []))
    .filter(({ libereeLe }) => premiere !== null && libereeLe >= premiere)
    .toSorted((une, autre) => ordre(une.libereeLe, autre.libereeLe))
    .at(-1);
  const regles = {
    caf: { seuilDepuis: agence.cafSeuilDepuis, seuil: enCentimes(agence.cafSeuil) },
    visale: {
      depuis: agence.visaleDepuis,
      miseEnDemeure: agence.visaleMiseEnDemeure,
      declaration: agence.visaleDeclaration,
    },
  };
  const envois = {
    relancee: partie("R2"),
    miseEnDemeure: partie("R3"),
    transmise: partie("R4"),
  };
  return {
    derniere: derniere ?? null,
    suivante: relanceSuivante({ ...faits, montant: du - recu }, delaisDe(agence), today),
    alertes:
      exigibleLe === null ? [] : alertesDe({ ...faits, exigibleLe, ...envois }, regles, today),
  };
}
