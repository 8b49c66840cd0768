import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Retenue } from "#domain/personnes/retenue.ts";
import { api } from "#web/lib/server/api.ts";

/** The links of a record that cannot be removed now, each with its reason. */
export const keptLinks = (
  of: Partial<Record<"AppartementId" | "ClientId" | "MissionId", number>>,
) =>
  queryOptions({
    queryKey: ["Retenue", of] as const,
    queryFn: async ({ signal }) => (await api.list<Retenue>("/Retenue", of, signal)).data,
    staleTime: 0,
  });

/**
 * Gives the reason why the link to a row cannot be removed; undefined when it can.
 * @param other the kind of record in the rows
 */
export function useKept(
  of: Parameters<typeof keptLinks>[0],
  other: "AppartementId" | "ClientId" | "MissionId",
): (row: { id: number }) => Retenue | undefined {
  const { data } = useQuery(keptLinks(of));
  return ({ id }) => data?.find((kept) => kept[other] === id);
}
