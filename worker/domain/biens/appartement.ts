import type { SerieIrl } from "../bail/irl.ts";
import type { Jour } from "../dates.ts";
import { type EcheanceIntendance, intendanceEnCours } from "../missions/etat-intendance.ts";
import {
  dossierEnPreavis,
  dossierOccupant,
  type FinDossier,
  type Preavis,
} from "./etat-dossier.ts";

export const TYPES_IMMEUBLE = ["collectif", "individuel"] as const;
export const DESTINATIONS = ["usage d'habitation", "usage mixte"] as const;
export const PERIODES_CONSTRUCTION = [
  "avant 1946",
  "1946-1970",
  "1971-1990",
  "après 1990",
] as const;
export const MODES_CHAUFFAGE = ["collective", "individuelle"] as const;
export const CLASSES_DPE = ["A", "B", "C", "D", "E", "F", "G"] as const;
export const REGIMES_JURIDIQUES = ["copropriete", "monopropriete"] as const;
type RegimeJuridique = (typeof REGIMES_JURIDIQUES)[number];
export const ZONES = ["tresTendue", "tendue", "autre"] as const;

/**
 * The series of the IRL (index of rents) without their names, so that a form that only checks a value does not load
 * the names.
 */
export const SERIES = ["IRL", "IRL_CORSE", "IRL_OM"] as const satisfies readonly SerieIrl[];

/**
 * The legal form of the building: as given, or « copropriete » when it has a syndic (the building's manager); null
 * when unknown.
 */
export const regimeDeLImmeuble = ({
  regimeJuridique,
  syndicNom,
}: {
  regimeJuridique?: RegimeJuridique | null | undefined;
  syndicNom?: string | null | undefined;
}): RegimeJuridique | null | undefined => regimeJuridique ?? (syndicNom ? "copropriete" : null);

export type StatutAppartement = "En Travaux" | "Occupé" | "Vacant";

/** Whether a dossier occupies the apartment, under works or not; a lease to come counts (biens/README §7.2). */
export const estLoue = (dossiers: readonly FinDossier[], today: Jour): boolean =>
  dossiers.some((dossier) => dossierOccupant(dossier, today));

/** The status of an apartment (biens/README §7.2): under works, else with a tenant or without. */
export function statutAppartement(
  { wip, dossiers }: { wip: boolean; dossiers: readonly FinDossier[] },
  today: Jour,
): StatutAppartement {
  if (wip) return "En Travaux";
  return estLoue(dossiers, today) ? "Occupé" : "Vacant";
}

export type StatutPreavis = "En préavis" | "Vacant";

/** The status of an apartment to let again: in notice as soon as one of its dossiers is in notice. */
export function statutPreavis(dossiers: readonly Preavis[], today: Jour): StatutPreavis {
  return dossiers.some((dossier) => dossierEnPreavis(dossier, today)) ? "En préavis" : "Vacant";
}

/** Whether an apartment is to be let again: in notice, or vacant. */
export function aRelouer(
  appartement: { wip: boolean; dossiers: readonly Preavis[] },
  today: Jour,
): boolean {
  return (
    statutPreavis(appartement.dossiers, today) === "En préavis" ||
    statutAppartement(appartement, today) === "Vacant"
  );
}

/** Whether one of the caretaking missions has begun and has not ended today. */
export function enGestion(
  intendances: readonly (EcheanceIntendance & { dateDepart: Jour | null })[],
  today: Jour,
): boolean {
  return intendances.some(
    (intendance) =>
      intendance.dateDepart !== null &&
      intendance.dateDepart <= today &&
      intendanceEnCours(intendance, today),
  );
}

export interface DossierResume {
  id: number;
  AppartementId: number;
  LocataireId: number;
  dateDebutBail: string;
  dateFinBail: string | null;
  dateSortie: string | null;
  dateDebutPreavis: string | null;
  dateFinPreavis: string | null;
  loyerHC: number;
  loyerCharge: number;
  clos: boolean;
  appartement: string;
  locataire: string;
}
