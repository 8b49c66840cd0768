import { arrondir, somme } from "../montants.ts";
import { payeDe } from "./accompte.ts";

export const TYPES_MISSION = ["gestion", "location", "prestation"] as const;

/**
 * Whether a mission concerns the property of others, and so needs a registered mandate (art. 1 and 6 of loi n° 70-9).
 */
export const sousHoguet = (type: (typeof TYPES_MISSION)[number]): boolean => type !== "prestation";

export const HONORAIRES_DE_LOCATION = [
  "honorairesLocationMandant",
  "honorairesLocationLocataire",
  "honorairesEdlMandant",
  "honorairesEdlLocataire",
] as const;

/** The fees of a letting under a mandate, by payer (missions/README §6.1); euros with VAT, null: unknown. */
export type HonorairesDeLocation = Record<
  (typeof HONORAIRES_DE_LOCATION)[number],
  number | null | undefined
>;

/** The total value of a mission, in euros with VAT (missions/README §7.4). */
export function valeurTotalMission(mission: {
  nbAppart: number;
  valeurMissionAppt: number;
}): number {
  return arrondir(mission.nbAppart * mission.valeurMissionAppt);
}

export interface AccompteDeMission {
  regle: boolean;
  prix: number;
  /** The sum paid, when it differs from the price; else null. */
  montant: number | null;
}

/** The unpaid part of a mission, in euros with VAT: its value less the paid instalments (missions/README §7.4). */
export function soldeMission(mission: {
  valeurTotalMission: number;
  accomptes: readonly AccompteDeMission[];
}): number {
  return somme(
    mission.valeurTotalMission,
    ...mission.accomptes.map((accompte) => -payeDe(accompte)),
  );
}

/** How many of the apartments planned by a mission are not linked to it yet (missions/README §7.4). */
export function appartementsRestants(mission: {
  nbAppart: number;
  appartements: readonly unknown[];
}): number {
  return mission.nbAppart - mission.appartements.length;
}
