export const SMALLEST_PAGE = 5;
export const PAGE_SIZES = [SMALLEST_PAGE, 10, 20, 100, 150];
export const PAGE_SIZE = 20;

/** An empty list has one page. */
export const pageCount = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit));

/** The wanted page, or the last page when the list has fewer pages. */
export const lastingPage = (asked: number, total: number, limit: number) =>
  Math.min(asked, pageCount(total, limit));

/** The parameters of a list as text: `q`, `page`, `limit`, `sort` and its filters. */
export type ListParameters = Readonly<Record<string, string>>;

/**
 * A filter of a list: a choice among `choices`, or a switch that sends `value` when it is on. With `range`, the user
 * may type two days instead, which are sent under the two names of `range`.
 */
export type ListFilter =
  | {
      name: string;
      label: string;
      choices: readonly { value: string; label: string }[];
      initial?: string;
      folded?: boolean;
      range?: readonly [from: string, to: string];
    }
  | { name: string; label: string; value: string };

/** The names of a filter's parameters: its own name, and the names of the two days that may replace the filter. */
export const namesOf = (filter: ListFilter): readonly string[] => [
  filter.name,
  ...(("choices" in filter && filter.range) || []),
];

/** The page, its size, the search and the filters, read from the address. */
export function readParameters(state: ListParameters, filters: readonly ListFilter[] = []) {
  const limit = Number(state.limit);
  const wanted: Record<string, string | undefined> = { q: state.q };
  for (const filter of filters) {
    for (const name of namesOf(filter)) wanted[name] = state[name];
    wanted[filter.name] ??= "choices" in filter ? filter.initial : undefined;
  }
  return {
    page: Math.max(1, Math.trunc(Number(state.page)) || 1),
    limit: PAGE_SIZES.includes(limit) ? limit : PAGE_SIZE,
    wanted,
  };
}
