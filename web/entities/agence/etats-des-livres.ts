import { queryOptions } from "@tanstack/react-query";
import type { EtatDeTva } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { Creance } from "#domain/gerance/livres/creances.ts";
import type { BanqueUnSoir } from "#domain/gerance/livres/etat-rapprochement.ts";
import type { FondsNonReclame } from "#domain/gerance/livres/fonds-non-reclames.ts";
import type { Pointe } from "#domain/gerance/livres/pointe.ts";
import { api, type Query } from "#web/lib/server/api.ts";

export interface Days {
  du: string;
  au: string;
}

/** The greatest sum that the agency held in a period, compared with its financial guarantee. */
export const highestOf = (days: Days) =>
  queryOptions({
    queryKey: ["Export", "pointe", days] as const,
    queryFn: ({ signal }) =>
      api.get<Pointe>(`/Export/pointe?du=${days.du}&au=${days.au}`, { signal }),
  });

export const vatOf = (days: Days) =>
  queryOptions({
    queryKey: ["Export", "tva", days] as const,
    queryFn: ({ signal }) =>
      api.get<EtatDeTva>(`/Export/tva?du=${days.du}&au=${days.au}`, { signal }),
  });

/** Funds that the agency holds under a mandate at the end of a day; euros. */
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

export const banksOn = (au: string) =>
  queryOptions({
    queryKey: ["Export", "rapprochement", au] as const,
    queryFn: ({ signal }) => api.list<BanqueUnSoir>("/Export/rapprochement", { au }, signal),
  });

export const debtsOn = (au: string) =>
  queryOptions({
    queryKey: ["Export", "creances", au] as const,
    queryFn: ({ signal }) => api.list<Creance>("/Export/creances", { au }, signal),
  });

export const printReceipts = ({ du, au }: Days) =>
  api.open(`/api/Export/recettes/generate?du=${du}&au=${au}`);

/** Saves a file of the books. */
export const downloadState = (name: string, query: Query) =>
  api.download(`/api/Export/${name}`, query);

/** The funds that nobody has claimed, oldest first. */
export const unclaimedFunds = queryOptions({
  queryKey: ["FondsNonReclames"] as const,
  queryFn: ({ signal }) => api.list<FondsNonReclame>("/FondsNonReclames", {}, signal),
});
