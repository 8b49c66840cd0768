import type {
  Appartement,
  AppartementDetail,
  AppartementRow,
  FinUsufruitDite,
} from "#domain/biens/appartement-fiche.ts";
import type { Droit } from "#domain/personnes/propriete.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const appartements = resource<AppartementRow, AppartementDetail, Appartement>("Appartement");

/** The resources to read again after an owner was added to an apartment or removed. */
export const TOUCHED_BY_PROPRIETAIRES = ["Appartement", "Client", "Retenue"];

export function addProprietaire(id: number, clientId: number): Promise<unknown> {
  return api.put(`/Appartement/${id}/owner/add/${clientId}`);
}

export function removeProprietaire(id: number, clientId: number): Promise<unknown> {
  return api.delete(`/Appartement/${id}/owner/remove/${clientId}`);
}

export function setDroit(id: number, clientId: number, droit: Droit): Promise<unknown> {
  return api.put(`/Appartement/${id}/owner/${clientId}/droit`, { droit });
}

/**
 * Notes the end of an owner's usufruct.
 * @returns the steps that staff must still take
 */
export async function endUsufruct(
  id: number,
  clientId: number,
  said: FinUsufruitDite,
): Promise<readonly string[]> {
  const { warnings } = await api.put<{ warnings: readonly string[] }>(
    `/Appartement/${id}/owner/${clientId}/finUsufruit`,
    said,
  );
  return warnings;
}

export function setEquipement(id: number, equipementId: number, present: boolean) {
  const verb = present ? "add" : "remove";
  return api.put(`/Appartement/${id}/equipement/${verb}/${equipementId}`);
}
