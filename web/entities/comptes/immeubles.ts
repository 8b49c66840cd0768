import { queryOptions } from "@tanstack/react-query";
import type {
  Immeuble,
  ImmeubleDetail,
  ImmeublePropose,
  ImmeubleRow,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const immeubles = resource<ImmeubleRow, ImmeubleDetail, Immeuble>("Immeuble");

/** The addresses that several dwellings share while no building unites them. */
export const proposedBuildings = queryOptions({
  queryKey: [immeubles.name, "proposed"] as const,
  queryFn: ({ signal }) => api.get<ImmeublePropose[]>("/Immeuble/propositions", { signal }),
});

export const uniteBuilding = (AppartementIds: readonly number[]) =>
  api.post<ImmeubleDetail>("/Immeuble/reunir", { AppartementIds });

/** Moves the last day of a building's year of charges. */
export const endYear = ({ id, annee, au }: { id: number; annee: number; au: string }) =>
  api.put<ImmeubleDetail>(`/Immeuble/${id}/exercice/${annee}`, { au });

/** Sets the dwellings of a building. Refused when somebody has changed the building since this version. */
export const setLots = (id: number, lots: { AppartementIds: readonly number[]; version: number }) =>
  api.put<ImmeubleDetail>(`/Immeuble/${id}/lots`, lots);
