import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { TitulairePartant } from "#domain/gerance/departs/depart.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";

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

/** The data of a step, and the function that opens a dialog. */
export interface StepContent {
  dossier: DossierDetail;
  detail: DepartDetail;
  mayModify: boolean;
  /** @param titulaire the tenant who leaves alone; absent: all the tenants */
  ask(dialog: DepartureDialog, titulaire?: TitulairePartant): void;
}
