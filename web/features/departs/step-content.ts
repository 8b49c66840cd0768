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

/** The data that each step receives, and the dialogs that it may open. */
export interface StepContent {
  dossier: DossierDetail;
  detail: DepartDetail;
  mayModify: boolean;
  /** @param titulaire the tenant who leaves alone, whose notice is asked for; without it, all of them */
  ask(dialog: DepartureDialog, titulaire?: TitulairePartant): void;
}
