import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";

/** The dialogs that a step may open. */
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

/** The content of each step, and the dialogs that it may open. */
export interface StepContent {
  dossier: DossierDetail;
  detail: DepartDetail;
  mayModify: boolean;
  ask(dialog: DepartureDialog): void;
}
