import { queryOptions } from "@tanstack/react-query";
import type {
  EtatDuRegistre,
  RegistreMandatRow,
} from "#domain/gerance/mandats/registre-mandats.ts";
import type { Observation, Ouverture } from "#domain/gerance/mandats/registre-mandats-fiche.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const registreMandats = resource<RegistreMandatRow, RegistreMandatRow, never>(
  "RegistreMandat",
);

/** The resources to read again after the register was opened, or an entry or an observation was added to it. */
export const TOUCHED_BY_REGISTER = [registreMandats.name, "Mission", "Controle", "History"];

/** Whether the register is open, and the mandates to number before it opens. */
export const stateOfRegister = queryOptions({
  queryKey: [registreMandats.name, "ouverture"] as const,
  queryFn: ({ signal }) => api.get<EtatDuRegistre>("/RegistreMandat/ouverture", { signal }),
});

export const openRegister = (ouverture: Ouverture) =>
  api.post<EtatDuRegistre>("/RegistreMandat/ouvrir", ouverture);

export const observe = (numero: number, observation: Observation) =>
  api.post<{ numero: string }>(`/RegistreMandat/${numero}/observation`, observation);

/** Shows the register as a PDF. */
export const printRegister = () => api.open("/api/RegistreMandat/generate");
