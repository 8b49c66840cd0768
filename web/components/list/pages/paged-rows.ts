import { useMemo } from "react";
import { motsCherches, rechercheNormalisee } from "#domain/recherche.ts";
import {
  type ListParameters,
  lastingPage,
  readParameters,
} from "#web/components/list/list-parameters.ts";
import { useListState } from "#web/components/list/list-state.ts";

interface PagedRowsOptions<Row> {
  /** A prefix for the list's parameters in the address, when the screen has other lists. */
  tabbed?: string;
  /** The text of a row in which the search looks; the function must be the same at each drawing. */
  words?(row: Row): string;
}

interface PagedRows<Row> {
  state: ListParameters;
  /** The rows of one page. */
  shown: readonly Row[] | undefined;
  /** The rows that match the search, on all the pages. */
  found: readonly Row[] | undefined;
  list: {
    page: number;
    limit: number;
    total: number;
    change(change: ListParameters): void;
  };
}

/**
 * One page of a list that the browser has read whole to compute its sums. The address gives the page and the search.
 */
export function usePagedRows<Row>(
  rows: readonly Row[] | undefined,
  { tabbed, words }: PagedRowsOptions<Row> = {},
): PagedRows<Row> {
  const [state, change] = useListState(tabbed);
  const q = state.q ?? "";
  const searched = q !== "";
  const texts = useMemo(
    () => (searched && words ? rows?.map((row) => rechercheNormalisee(words(row))) : undefined),
    [rows, words, searched],
  );
  const found = useMemo(() => {
    const sought = motsCherches(q);
    return texts
      ? rows?.filter((_, rank) => sought.every((word) => texts[rank]?.includes(word)))
      : rows;
  }, [rows, texts, q]);
  const { page: asked, limit } = readParameters(state);
  const total = found?.length ?? 0;
  const page = lastingPage(asked, total, limit);
  return {
    state,
    found,
    shown: found?.slice((page - 1) * limit, page * limit),
    list: { page, limit, total, change },
  };
}
