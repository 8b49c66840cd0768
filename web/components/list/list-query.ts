import {
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { List, Query } from "#web/lib/server/api.ts";
import { cleared } from "./list-filter.tsx";
import {
  type ListFilter,
  type ListParameters,
  namesOf,
  pageCount,
  readParameters,
} from "./list-parameters.ts";
import { useListState } from "./list-state.ts";
import { type Column, wireName } from "./table-column.ts";

/** The part of a `resource()` that a list needs. */
export interface ListResource<Row> {
  name: string;
  list(
    parameters: Query,
  ): UseQueryOptions<List<Row>, Error, List<Row>, readonly [string, "list", Query]>;
  remove(id: number, version?: number): Promise<unknown>;
  downloadCsv(parameters: Query): Promise<void>;
}

interface ListQueryOptions<Row> {
  resource: Pick<ListResource<Row>, "list" | "downloadCsv">;
  columns: readonly Column<Row>[];
  filters?: readonly ListFilter[];
  /** The order before the user chooses one: « nom », « -date ». */
  sort?: string | undefined;
  /** Filters that the user cannot change: `{ ClientId: 3 }`. */
  fixed?: Query | undefined;
  /** A prefix for the list's parameters in the address, when the page has other lists. */
  tabbed?: string | undefined;
}

interface ListQuery<Row> {
  query: UseQueryResult<List<Row>>;
  state: ListParameters;
  change(change: ListParameters): void;
  rows: Row[] | undefined;
  total: number;
  page: number;
  limit: number;
  sort: string | undefined;
  narrowed: boolean;
  showAll(): void;
  downloadCsv(): Promise<void>;
}

/** One page of a list, by the parameters in the address; the worker searches, filters and sorts. */
export function useListQuery<Row>(options: ListQueryOptions<Row>): ListQuery<Row> {
  const { resource, columns, filters = [], fixed } = options;
  const [state, change] = useListState(options.tabbed);
  const { page, limit, wanted } = readParameters(state, filters);
  const sorts = columns.filter((column) => column.sort).map(wireName);
  const sort = sorts.includes(state.sort?.replace(/^-/, "") ?? "") ? state.sort : options.sort;
  const criteria: Query = { ...wanted, ...fixed };
  const query = useQuery({
    ...resource.list({ page, limit, sort, ...criteria }),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total ?? 0;
  const rows = query.data?.data;

  const pages = pageCount(total, limit);
  useEffect(() => {
    if (!query.isPlaceholderData && rows && page > pages) change({ page: String(pages) });
  });
  return {
    query,
    state,
    change,
    rows,
    total,
    page,
    limit,
    sort,
    narrowed:
      state.q !== undefined || filters.flatMap(namesOf).some((name) => state[name] !== undefined),
    showAll: () => change(cleared(filters)),
    downloadCsv: () => resource.downloadCsv({ sort, ...criteria }),
  };
}
