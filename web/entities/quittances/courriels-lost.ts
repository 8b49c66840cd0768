import { queryOptions } from "@tanstack/react-query";
import type { CourrielAPartir, CourrielPerdu } from "#domain/quittances/courriel.ts";
import { api } from "#web/lib/server/api.ts";
import { courriels } from "./courriels.ts";

/**
 * The mails planned more than ten minutes ago that nothing is sending, because their queue message was lost
 * (quittances/README §2.7).
 */
export const lostMails = queryOptions({
  queryKey: [courriels.name, "lost"] as const,
  queryFn: ({ signal }) => api.get<CourrielPerdu[]>("/Courriel/perdus", { signal }),
  staleTime: 0,
});

export const resumeLostMails = (ids: readonly number[]) =>
  api.post<CourrielAPartir[]>("/Courriel/perdus/reprendre", { ids });
