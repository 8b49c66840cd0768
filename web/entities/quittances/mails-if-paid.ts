import { queryOptions } from "@tanstack/react-query";
import type { Mois } from "#domain/dates.ts";
import { LOT_AU_PLUS } from "#domain/quittances/limites.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { api } from "#web/lib/server/api.ts";
import { quittances } from "./quittances.ts";

/** The receipts, with their months, whose payment would send a mail. */
export const mailsIfPaid = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [quittances.name, "mails", ids] as const,
    queryFn: async ({ signal }) => {
      const leaving = [];
      for (const lot of lotsOf(ids, LOT_AU_PLUS)) {
        const apercu = { ids: lot };
        leaving.push(
          ...(await api.post<{ id: number; mois: Mois }[]>("/Quitance/lot/apercu", apercu, {
            signal,
          })),
        );
      }
      return leaving;
    },
    staleTime: 0,
  });
