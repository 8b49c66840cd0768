import { dossierClos, type FinDossier } from "../biens/etat-dossier.ts";
import type { Jour } from "../dates.ts";

/** The states of a tenant; `sansDossier`: he has no dossier yet, and is listed with the current tenants. */
export type EtatLocataire = "actuel" | "sansDossier" | "ancien";

export const LIBELLES_ETAT_LOCATAIRE: Readonly<Record<EtatLocataire, string>> = {
  actuel: "Dossier en cours",
  sansDossier: "Sans dossier",
  ancien: "Ancien",
};

/** The state of a tenant, from all his dossiers (personnes/README §7.7). */
export function etatLocataire(dossiers: readonly FinDossier[], today: Jour): EtatLocataire {
  if (dossiers.length === 0) return "sansDossier";
  return dossiers.every((dossier) => dossierClos(dossier, today)) ? "ancien" : "actuel";
}
