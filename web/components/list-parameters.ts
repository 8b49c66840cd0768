export const SMALLEST_PAGE = 5;
export const PAGE_SIZES = [SMALLEST_PAGE, 10, 20, 100, 150];
export const PAGE_SIZE = 20;

/** How many pages there are: an empty list has one. */
export const pageCount = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit));

/** The page that is asked for, or the last one: rows may have left since. */
export const lastingPage = (asked: number, total: number, limit: number) =>
  Math.min(asked, pageCount(total, limit));

/** What a list shows: `q`, `page`, `limit`, `sort` and its filters, as text. */
export type ListParameters = Readonly<Record<string, string>>;

/**
 * A choice among a few (`choices`), in sight or in a drop-down list, a `day`, or something to switch on (`value` sent when
 * on). Whoever chooses lets go of the filters that it `clears`.
 */
export type ListFilter = { name: string; label: string; clears?: readonly string[] } & (
  | {
      choices: readonly { value: string; label: string }[];
      initial?: string;
      folded?: boolean;
    }
  | { day: true }
  | { value: string }
);

/** Which page the address asks for, of how many rows, and through which filters. */
export function readParameters(state: ListParameters, filters: readonly ListFilter[] = []) {
  const limit = Number(state.limit);
  const wanted: Record<string, string | undefined> = { q: state.q };
  for (const filter of filters) {
    wanted[filter.name] = state[filter.name] ?? ("choices" in filter ? filter.initial : undefined);
  }
  return {
    page: Math.max(1, Math.trunc(Number(state.page)) || 1),
    limit: PAGE_SIZES.includes(limit) ? limit : PAGE_SIZE,
    wanted,
  };
}
