import { queryOptions } from "@tanstack/react-query";
import type { EtatDeTva } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { Pointe } from "#domain/gerance/livres/pointe.ts";
import type {
  EtatDuRegistre,
  RegistreMandatRow,
} from "#domain/gerance/mandats/registre-mandats.ts";
import type { Observation, Ouverture } from "#domain/gerance/mandats/registre-mandats-fiche.ts";
import { api, type Query } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const registreMandats = resource<RegistreMandatRow, RegistreMandatRow, never>(
  "RegistreMandat",
);

/** Read again once the register was written in. */
export const TOUCHED_BY_REGISTER = [registreMandats.name, "Mission", "Controle", "History"];

/** The state of the register, and the mandates to number before it begins. */
export const stateOfRegister = queryOptions({
  queryKey: [registreMandats.name, "ouverture"] as const,
  queryFn: ({ signal }) => api.get<EtatDuRegistre>("/RegistreMandat/ouverture", { signal }),
});

export const openRegister = (ouverture: Ouverture) =>
  api.post<EtatDuRegistre>("/RegistreMandat/ouvrir", ouverture);

export const observe = (numero: number, observation: Observation) =>
  api.post<{ numero: string }>(`/RegistreMandat/${numero}/observation`, observation);

/** Shows the register, its pages numbered. */
export const printRegister = () => api.open("/api/RegistreMandat/generate");

export interface Days {
  du: string;
  au: string;
}

/** The greatest sum held in a period, against the guarantee. */
export const highestOf = (days: Days) =>
  queryOptions({
    queryKey: ["Export", "pointe", days] as const,
    queryFn: ({ signal }) =>
      api.get<Pointe>(`/Export/pointe?du=${days.du}&au=${days.au}`, { signal }),
  });

/** The VAT of the fees of a period. */
export const vatOf = (days: Days) =>
  queryOptions({
    queryKey: ["Export", "tva", days] as const,
    queryFn: ({ signal }) =>
      api.get<EtatDeTva>(`/Export/tva?du=${days.du}&au=${days.au}`, { signal }),
  });

/** The funds held on an evening, mandate by mandate; euros. */
export interface Held {
  mandat: number | null;
  numero: string;
  mandants: string;
  nature: string;
  lot: string;
  locataire: string;
  montant: number;
}

export const heldOn = (au: string) =>
  queryOptions({
    queryKey: ["Export", "fonds-detenus", au] as const,
    queryFn: ({ signal }) => api.list<Held>("/Export/fonds-detenus", { au }, signal),
  });

/** Saves a state of the books. */
export const downloadState = (name: string, query: Query) =>
  api.download(`/api/Export/${name}`, query);
