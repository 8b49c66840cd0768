import type { Caution, CautionDetail, CautionRow } from "#domain/personnes/caution.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const cautions = resource<CautionRow, CautionDetail, Caution>("Caution");

/** The resources to read again after a guarantor was added, changed or removed. */
export const TOUCHED_BY_CAUTIONS = ["Caution", "Dossier"];

export function addCaution(dossierId: number, id: number): Promise<unknown> {
  return api.put(`/Dossier/${dossierId}/caution/add/${id}`);
}

export function removeCaution(dossierId: number, id: number): Promise<unknown> {
  return api.delete(`/Dossier/${dossierId}/caution/remove/${id}`);
}
