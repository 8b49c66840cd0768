import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Retenue } from "#domain/personnes/retenue.ts";
import { api } from "#web/lib/server/api.ts";

/** The links of a record that are not taken off for now, each with the reason. */
export const keptLinks = (
  of: Partial<Record<"AppartementId" | "ClientId" | "MissionId", number>>,
) =>
  queryOptions({
    queryKey: ["Retenue", of] as const,
    queryFn: async ({ signal }) => (await api.list<Retenue>("/Retenue", of, signal)).data,
    staleTime: 0,
  });

/** The reason that keeps the link of a record to another, by the identifier of that other. */
export function useKept(
  of: Parameters<typeof keptLinks>[0],
  other: "AppartementId" | "ClientId" | "MissionId",
): (row: { id: number }) => Retenue | undefined {
  const { data } = useQuery(keptLinks(of));
  return ({ id }) => data?.find((kept) => kept[other] === id);
}
