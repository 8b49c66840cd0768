import type { SuiviRow } from "#domain/suivi/suivi.ts";

/** More deadlines than this that ask for the same act on one day become one folded line. */
const SHOWN = 3;

/** Deadlines that ask for the same act on the same day. */
export interface Run {
  first: SuiviRow;
  rows: SuiviRow[];
  folded: boolean;
}

/** Groups the rows of a band that ask for the same act on the same day. */
export function runsOf(rows: readonly SuiviRow[]): Run[] {
  const runs = Map.groupBy(rows, ({ genre, date, quoi }) => `${genre} ${date} ${quoi}`);
  return [...runs.values()].flatMap((together): Run[] => {
    const [first] = together;
    if (!first) return [];
    if (together.length <= SHOWN)
      return together.map((row) => ({ first: row, rows: [row], folded: false }));
    return [{ first, rows: together, folded: true }];
  });
}
