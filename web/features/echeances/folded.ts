import type { SuiviRow } from "#domain/suivi/suivi.ts";

/** When more deadlines than this ask the same thing on one day, they are folded into one line. */
const SHOWN = 3;

/** Successive deadlines that ask the same thing on the same day. */
export interface Run {
  first: SuiviRow;
  rows: SuiviRow[];
  folded: boolean;
}

/** The rows of a band, grouped when they ask the same thing on one day. */
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
