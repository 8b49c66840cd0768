import { queryOptions } from "@tanstack/react-query";
import type { MotifPause } from "#domain/gerance/relances/impayes.ts";
import type {
  ImpayeDetail,
  ImpayeRow,
  Liberation,
  RelanceRow,
  SommesImpayees,
} from "#domain/gerance/relances/relance-fiche.ts";
import type { Canal } from "#domain/gerance/relances/relances.ts";
import { api, type List, type Query } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export interface RelanceChange {
  canal?: Canal;
  objet?: string;
  texte?: string;
  version?: number;
}

export const impayes = resource<ImpayeRow, ImpayeDetail, never>("Impaye");
export const relances = resource<RelanceRow, RelanceRow, never, RelanceChange>("Relance");

/** The count (`total`) of reminders that staff must read before they are sent; the list itself is cut to one row. */
export const draftsToRead = relances.list({ etat: "brouillon", page: 1, limit: 1 });

/**
 * The resources to read again after a reminder was sent or set aside, or a pause or a payment plan was set or ended.
 */
export const TOUCHED_BY_RELANCES = [
  impayes.name,
  relances.name,
  "Quitance",
  "Document",
  "Courriel",
  "History",
  "dashboard",
];

export type Sums = List<ImpayeRow> & { sommes: SommesImpayees };

/** The sums of all the arrears that meet the criteria; a single row is read with these sums. */
export const sumsOf = (parameters: Query) =>
  queryOptions({
    queryKey: [impayes.name, "list", { ...parameters, page: 1, limit: 1 }] as const,
    queryFn: async ({ signal }) =>
      (await api.list<ImpayeRow>("/Impaye", { ...parameters, page: 1, limit: 1 }, signal)) as Sums,
  });

export const release = (ids: readonly number[]) =>
  api.post<Liberation>("/Relance/liberer", { ids });

export const setAside = (ids: readonly number[], motif: string) =>
  api.post<{ ecartees: number[] }>("/Relance/ecarter", { ids, motif });

export const pauseFile = (
  id: number,
  pause: { motif: MotifPause; jusquau: string; commentaire?: string | null | undefined },
) => api.put<{ motif: MotifPause }>(`/Dossier/${id}/pause`, pause);

export const endPause = (id: number) => api.delete(`/Dossier/${id}/pause`);

export const agreePlan = (id: number, termes: readonly { date: string; montant: number }[]) =>
  api.put<{ termes: unknown[] }>(`/Dossier/${id}/plan`, { termes });

export const endPlan = (id: number, motif: string) => api.delete(`/Dossier/${id}/plan`, { motif });
