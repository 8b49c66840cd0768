import { queryOptions } from "@tanstack/react-query";
import type { SuiviListe } from "#domain/suivi/suivi.ts";
import { api, type Query } from "#web/lib/server/api.ts";

const NAME = "Suivi";

export const PAGE_OF_DEADLINES = 50;

/** The filters of the deadlines, as the address holds them. */
export interface DeadlinesAsked {
  famille?: string | undefined;
  bande?: string | undefined;
  gestionnaireId?: string | undefined;
  MissionId?: string | undefined;
  page?: string | undefined;
}

export const deadlines = (asked: DeadlinesAsked) => {
  const query: Query = { ...asked, limit: PAGE_OF_DEADLINES };
  return queryOptions({
    queryKey: [NAME, "list", query] as const,
    queryFn: async ({ signal }) =>
      (await api.list<SuiviListe["data"][number]>("/Suivi", query, signal)) as SuiviListe,
  });
};
