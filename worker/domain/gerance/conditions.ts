import * as z from "zod/mini";
import type { Jour } from "../dates.ts";
import { choix, isoDate } from "../fields.ts";

/** Who receives the rents of a mandate: the agency, or the owner himself, as where there is no mandate (domain/README §12.1). */
export const MODES_FONDS = { proprietaire: "Le propriétaire", agence: "L’agence" } as const;

export type ModeFonds = keyof typeof MODES_FONDS;

/** What the fees of management are taken on (domain/README §12.15). */
export const ASSIETTES = {
  encaisse_cc: "Loyers et charges encaissés",
  encaisse_hc: "Loyers encaissés, hors charges",
  quittance_cc: "Loyers et charges appelés",
  forfait: "Somme fixe par logement loué",
} as const;

export type Assiette = keyof typeof ASSIETTES;

/** Whether the rate of the mandate is before VAT, or with it. */
export type TauxEn = "ht" | "ttc";

export const PERIODICITES = {
  mensuelle: "Chaque mois",
  trimestrielle: "Chaque trimestre",
  semestrielle: "Chaque semestre",
  annuelle: "Chaque année",
} as const;

export type Periodicite = keyof typeof PERIODICITES;

/** Another fee that the mandate determines: nothing else may be charged (décret n° 72-678, art. 66). */
export interface AutreHonoraire {
  libelle: string;
  /** Cents TTC. */
  montant: number;
  /** Once for each account, once a year, or when staff say so. */
  quand: "compte" | "annee" | "demande";
}

/** New terms of a management mandate: they begin with a month, so that each of its sums has the terms of one. */
export const nouvellesConditions = z.strictObject({
  depuis: isoDate().check(z.refine((jour) => jour.endsWith("-01"), "Le premier jour d’un mois.")),
  modeFonds: choix(Object.keys(MODES_FONDS) as [ModeFonds, ...ModeFonds[]]),
});

export type NouvellesConditions = z.output<typeof nouvellesConditions>;

/** Terms of a mandate, as `GET /Mission/{id}/conditions` lists them: the latest first. */
export interface ConditionsRow {
  id: number;
  depuis: Jour;
  modeFonds: ModeFonds;
  /** They hold today. */
  enVigueur: boolean;
  user: string | null;
  createdAt: string;
}

/** What staff should know of new terms; nothing is refused for it. */
export const avertissementsConditions = (
  { modeFonds }: NouvellesConditions,
  dateSignature: Jour | null,
): string[] =>
  modeFonds === "agence" && !dateSignature
    ? [
        "Ce mandat n’a pas de date de signature : l’agence ne reçoit de fonds qu’avec un mandat écrit qui l’y autorise (décret n° 72-678, art. 64).",
      ]
    : [];

/** What staff should know when a dwelling comes under a mandate, or leaves one, and its rents go to another than before. */
export function avertissementsFonds(
  avant: ModeFonds | undefined,
  apres: ModeFonds | undefined,
): string[] {
  if (avant === apres) return [];
  return apres === "agence"
    ? ["L’agence reçoit désormais les loyers de cet appartement."]
    : ["Le propriétaire reçoit désormais lui-même les loyers de cet appartement."];
}
