import { queryOptions } from "@tanstack/react-query";
import type { VisuelDepose, Visuels } from "#domain/fichiers/visuel.ts";
import { KEPT_FRESH } from "#web/entities/fichiers/links.ts";
import { api } from "#web/lib/server/api.ts";

export const visuelsQuery = queryOptions({
  queryKey: ["Agence", "visuels"] as const,
  queryFn: ({ signal }) => api.get<Visuels>("/Agence/visuels", { signal }),
  refetchInterval: KEPT_FRESH,
});

export const NOTICE = "/Agence/notice";

/** The official notice joined to every lease of a main home. */
export const noticeQuery = queryOptions({
  queryKey: ["Agence", "notice"] as const,
  queryFn: ({ signal }) => api.get<VisuelDepose | null>(NOTICE, { signal }),
  refetchInterval: KEPT_FRESH,
});
