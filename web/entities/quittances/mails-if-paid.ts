import { queryOptions } from "@tanstack/react-query";
import type { Mois } from "#domain/dates.ts";
import { LOT_AU_PLUS } from "#domain/quittances/limites.ts";
import { api } from "#web/lib/server/api.ts";
import { quittances } from "./quittances.ts";

/** The receipts, with their months, that would send a mail if they were paid. */
export const mailsIfPaid = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [quittances.name, "mails", ids] as const,
    queryFn: async ({ signal }) => {
      const leaving = [];
      for (let from = 0; from < ids.length; from += LOT_AU_PLUS) {
        const lot = { ids: ids.slice(from, from + LOT_AU_PLUS) };
        leaving.push(
          ...(await api.post<{ id: number; mois: Mois }[]>("/Quitance/lot/apercu", lot, {
            signal,
          })),
        );
      }
      return leaving;
    },
    staleTime: 0,
  });
