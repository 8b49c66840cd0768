import { queryOptions } from "@tanstack/react-query";
import type { Demarrage, TableauDeBord } from "#domain/agence/tableau-de-bord.ts";
import { api } from "#web/lib/api.ts";

/** Whatever changes anywhere shows here: it is read again each time one comes back. */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => api.get<TableauDeBord>("/dashboard", { signal }),
  staleTime: 0,
});

/** How far an agency that begins is. */
export const firstStepsQuery = queryOptions({
  queryKey: ["dashboard", "demarrage"],
  queryFn: ({ signal }) => api.get<Demarrage>("/dashboard/demarrage", { signal }),
  staleTime: 0,
});
