import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";

/** What a step may open. */
export type DepartureDialog =
  | "notice"
  | "summons"
  | "keys"
  | "sum"
  | "provision"
  | "returned"
  | "charges"
  | "increase"
  | "cancel";

/** What each step shows, and may open. */
export interface StepContent {
  dossier: DossierDetail;
  detail: DepartDetail;
  mayModify: boolean;
  ask(dialog: DepartureDialog): void;
}
