import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { TitulairePartant } from "#domain/gerance/departs/depart.ts";
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
  /** @param titulaire the one who leaves alone, whose notice is asked; all of them without it */
  ask(dialog: DepartureDialog, titulaire?: TitulairePartant): void;
}
