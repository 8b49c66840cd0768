import { queryOptions } from "@tanstack/react-query";
import { api } from "#web/lib/server/api.ts";

export const keptTooLongQuery = queryOptions({
  queryKey: ["Conservation", "resume"] as const,
  queryFn: ({ signal }) => api.get<{ personnes: number }>("/Conservation/resume", { signal }),
});
