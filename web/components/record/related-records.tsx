import { ErrorState } from "#web/components/error-state.tsx";
import { ListFoot, NothingFound } from "#web/components/list/list-foot.tsx";
import { SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { type ListResource, useListQuery } from "#web/components/list/list-query.ts";
import type { Query } from "#web/lib/server/api.ts";
import { RelatedList, type RelatedListProps } from "./related-list.tsx";

interface RelatedRecordsProps<Row extends { id: number }, Choice extends { id: number }>
  extends Omit<RelatedListProps<Row, Choice>, "rows" | "all" | "csv" | "search"> {
  resource: Pick<ListResource<Row>, "name" | "list" | "downloadCsv">;
  /** The filter by the record on screen: `{ ClientId: 3 }`. */
  fixed: Query;
  /** The placeholder of the search field; absent: no search. */
  search?: string;
  /** A prefix for the list's parameters in the address, when the page has several lists of this resource. */
  tabbed?: string;
  /** Shows nothing while the list is empty. */
  discreet?: boolean;
}

/**
 * A list of records linked to the record on screen; the worker gives one page of it, searched and sorted. A short list
 * is a plain table, without search or pages.
 */
export function RelatedRecords<Row extends { id: number }, Choice extends { id: number } = Row>({
  resource,
  fixed,
  search,
  tabbed = resource.name,
  discreet,
  ...props
}: RelatedRecordsProps<Row, Choice>) {
  const list = useListQuery({ resource, columns: props.columns, sort: props.sort, fixed, tabbed });
  const { query, state, change, rows, total, narrowed } = list;
  if (query.isError && !rows) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  if (discreet && total === 0 && !narrowed) return null;
  const many = total > SMALLEST_PAGE || narrowed;
  return (
    <RelatedList<Row, Choice>
      {...props}
      rows={rows}
      total={total}
      all={many ? fixed : undefined}
      csv={list.downloadCsv}
      sort={list.sort}
      onSort={many ? (sort) => change({ sort }) : undefined}
      search={
        search && many
          ? { placeholder: search, value: state.q ?? "", onSearch: (q) => change({ q }) }
          : undefined
      }
      stale={query.isPlaceholderData}
      foot={<ListFoot of={props.title} list={list} />}
      nothing={narrowed ? <NothingFound showAll={list.showAll} /> : undefined}
    />
  );
}
