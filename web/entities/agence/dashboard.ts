import { queryOptions } from "@tanstack/react-query";
import type { Demarrage, TableauDeBord } from "#domain/agence/tableau-de-bord.ts";
import { api } from "#web/lib/server/api.ts";

/** The data of the dashboard, read again at each visit: any change may show there. */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => api.get<TableauDeBord>("/dashboard", { signal }),
  staleTime: 0,
});

/** The steps that a new agency has done and has still to do. */
export const firstStepsQuery = queryOptions({
  queryKey: ["dashboard", "demarrage"],
  queryFn: ({ signal }) => api.get<Demarrage>("/dashboard/demarrage", { signal }),
  staleTime: 0,
});
