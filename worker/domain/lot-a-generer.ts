import * as z from "zod/mini";
import type { CourrielEnAttente } from "./courriel.ts";
import type { Jour, Mois } from "./dates.ts";
import { identifiant, isoDate } from "./fields.ts";
import {
  type DatesOccupation,
  echeanceDuMois,
  montantsDuMois,
  partiSansConge,
} from "./quittance.ts";

/** As many dossiers as one request bills: as many as a batch of the queue does. */
export const LOT_A_GENERER = 100;

/** `POST Quitance/generate/lot`: the automatic receipts of several dossiers; any day of the month billed. */
export const demandeDeLot = z.strictObject({
  date: isoDate(),
  DossierIds: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un dossier."),
      z.maxLength(LOT_A_GENERER, `${LOT_A_GENERER} dossiers au plus à la fois.`),
    ),
});

/** `GET Quitance/mois/{AAAA-MM}/aGenerer`: only the automatic receipts that are due and were not made. */
export const demandeAGenerer = z.strictObject({
  dues: z.optional(z.literal("true", "La seule valeur possible est « true ».")),
});

/** What became of the dossiers of a lot: their receipts, new or there already, and why the others have none. */
export interface LotGenere {
  faites: {
    id: number;
    numero: string;
    DossierId: number;
    nouvelle: boolean;
    /** Its mail that waits, if any. */
    courriel: CourrielEnAttente | null;
  }[];
  refusees: { DossierId: number; motif: string }[];
}

/** A dossier among many whose receipt of a month is to be made: what the gesture tells of it. */
export interface DossierAQuittancer {
  id: number;
  locataire: string;
  appartement: string;
  /** Euros for the month. */
  total: number;
  echeance: Jour;
  /** The day of leaving, when days of rent after it are billed without any notice noted. */
  partiLe: Jour | null;
}

/** @returns null when the lease covers no day of the month. */
export function dossierAQuittancer(
  dossier: Pick<DossierAQuittancer, "id" | "locataire" | "appartement"> &
    DatesOccupation & { jourQuitance: number; loyerHC: number; loyerCharge: number },
  mois: Mois,
): DossierAQuittancer | null {
  const montants = montantsDuMois(dossier, mois);
  if (!montants) return null;
  const { id, locataire, appartement, dateSortie } = dossier;
  return {
    id,
    locataire,
    appartement,
    total: montants.total,
    echeance: echeanceDuMois(dossier, mois),
    partiLe: partiSansConge(dossier, montants.fin) ? dateSortie : null,
  };
}
