import { queryOptions } from "@tanstack/react-query";
import type { FinDeMandatDetail } from "#domain/gerance/mandats/fin-de-mandat.ts";
import type { DemandeFin } from "#domain/gerance/mandats/fin-de-mandat-fiche.ts";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { api } from "#web/lib/server/api.ts";
import { TOUCHED_BY_MISSIONS } from "./missions.ts";

const FIN = "FinDeMandat";

/** The resources to read again after any change of the end of a mandate. */
export const TOUCHED_BY_FINS = [
  FIN,
  "CompteRendu",
  "Reversement",
  "Intendance",
  ...TOUCHED_BY_MISSIONS,
  ...TOUCHED_BY_ACCOUNTS,
];

const path = (MissionId: number) => `/Mission/${MissionId}/fin`;

/** The end of a mandate, and the steps still to take. */
export const finOf = (MissionId: number) =>
  queryOptions({
    queryKey: [FIN, MissionId] as const,
    queryFn: ({ signal }) => api.get<FinDeMandatDetail>(path(MissionId), { signal }),
  });

export const noteEnd = (MissionId: number, end: DemandeFin) =>
  api.put<FinDeMandatDetail>(path(MissionId), end);

/**
 * Hands the deposits over to the next manager. `version` is the version on screen: the server refuses an end that has
 * changed since.
 */
export const handDeposits = (MissionId: number, version: number) =>
  api.post<FinDeMandatDetail>(`${path(MissionId)}/remettre`, { version });

/**
 * Freezes the last account of the mandate. `version` is the version on screen: the server refuses an end that has
 * changed since.
 */
export const freezeEnd = (MissionId: number, version: number) =>
  api.post<FinDeMandatDetail>(`${path(MissionId)}/arreter`, { version });

export const cancelEnd = (MissionId: number, motif: string) =>
  api.post<FinDeMandatDetail>(`${path(MissionId)}/annuler`, { motif });
