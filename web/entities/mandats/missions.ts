import { queryOptions } from "@tanstack/react-query";
import type { AppartementRow } from "#domain/biens/appartement-fiche.ts";
import type { CoordonneesRow } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import type { AvenantRow } from "#domain/gerance/mandats/actes-mandat.ts";
import type { LocationNouvelle } from "#domain/gerance/mandats/avis-versement.ts";
import type { ConditionsRow } from "#domain/gerance/mandats/conditions.ts";
import type { NouvellesConditions } from "#domain/gerance/mandats/conditions-fiche.ts";
import type { Mission, MissionDetail, MissionRow } from "#domain/missions/mission-fiche.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const missions = resource<MissionRow, MissionDetail, Mission>("Mission");

/** The resources to read again after a mission was linked, changed or deleted. */
export const TOUCHED_BY_MISSIONS = ["Mission", "Client", "Appartement", "Retenue"];

/** The answer to a link made or removed, with warnings for staff. */
export interface Linked {
  warnings?: readonly string[];
}

export function addClient(id: number, clientId: number): Promise<Linked> {
  return api.put(`/Mission/${id}/client/add/${clientId}`);
}

export function removeClient(id: number, clientId: number): Promise<Linked> {
  return api.delete(`/Mission/${id}/client/remove/${clientId}`);
}

export function addAppartement(id: number, appartementId: number): Promise<Linked> {
  return api.put(`/Mission/${id}/appartement/add/${appartementId}`);
}

/** The text of a notification: the act, then its warnings. */
export const linkTold = (done: string, { warnings = [] }: Linked): string =>
  [done, ...warnings].join(" ");

/**
 * Links the client's apartment when he owns exactly one.
 * @returns whether it was linked
 */
export async function addOnlyAppartement(id: number, clientId: number): Promise<boolean> {
  const owned = { ClientId: clientId, page: 1, limit: 1 };
  const { data, total } = await api.list<AppartementRow>("/Appartement", owned);
  const [only] = data;
  if (!only || total > 1) return false;
  await addAppartement(id, only.id);
  return true;
}

export function removeAppartement(id: number, appartementId: number): Promise<Linked> {
  return api.delete(`/Mission/${id}/appartement/remove/${appartementId}`);
}

/** The successive terms of a mandate, the latest first. */
export const conditionsQuery = (id: number) =>
  queryOptions({
    queryKey: ["Mission", "conditions", id] as const,
    queryFn: ({ signal }) => api.list<ConditionsRow>(`/Mission/${id}/conditions`, {}, signal),
  });

/** The avenants of a registered mandate, the latest first. */
export const avenantsQuery = (id: number) =>
  queryOptions({
    queryKey: ["Mission", "avenants", id] as const,
    queryFn: ({ signal }) => api.list<AvenantRow>(`/Mission/${id}/avenants`, {}, signal),
  });

export function changeConditions(id: number, conditions: NouvellesConditions) {
  return api.put<ConditionsRow[]>(`/Mission/${id}/conditions`, conditions);
}

/** The bank details of a mandate's owners, the latest first, past and requested ones included. */
export const bankDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: ["Mission", "coordonnees", id] as const,
    queryFn: ({ signal }) => api.list<CoordonneesRow>(`/Mission/${id}/coordonnees`, {}, signal),
  });

/**
 * The new lettings for which the agency received money under a mandate. Payments change them, so the key of this
 * query begins with the name of payments.
 */
export const newLettingsQuery = (id: number) =>
  queryOptions({
    queryKey: ["Reglement", "locationsNouvelles", id] as const,
    queryFn: ({ signal }) =>
      api.get<LocationNouvelle[]>(`/Mission/${id}/locationsNouvelles`, { signal }),
  });
