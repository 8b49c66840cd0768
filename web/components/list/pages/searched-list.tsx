import { ListFoot, NothingFound } from "#web/components/list/list-foot.tsx";
import { type ListParameters, SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";

interface SearchedListProps {
  /** All the rows, whatever the search. */
  rows: readonly unknown[] | undefined;
  state: ListParameters;
  list: {
    page: number;
    limit: number;
    total: number;
    change(change: ListParameters): void;
  };
  placeholder: string;
}

/**
 * The search field, the pages and the message of an empty search for a list from `usePagedRows`. A list that fits on
 * the smallest page has no search.
 */
export function searchedList({ rows, state, list, placeholder }: SearchedListProps) {
  return {
    total: list.total,
    search:
      rows && rows.length > SMALLEST_PAGE
        ? { placeholder, value: state.q ?? "", onSearch: (q: string) => list.change({ q }) }
        : undefined,
    foot: <ListFoot list={list} />,
    nothing: state.q ? <NothingFound showAll={() => list.change({ q: "" })} /> : undefined,
  };
}
