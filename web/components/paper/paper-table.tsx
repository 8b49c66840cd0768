import { clsx } from "clsx";
import type { ColonneFigee, RangeeFigee, TableauFige } from "#domain/signature/blocs.ts";

/**
 * A table of a paper. On a phone its rows become cards with the names of the columns, except in a table of labels and
 * amounts.
 */
export function PaperTable({ columns, rows, grid }: TableauFige) {
  const headed = columns.some(({ label }, rank) => rank > 0 && label);
  const cards = columns.length > 2 || columns.every(({ align }) => align !== "right");
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  return (
    <table className={clsx("w-full border-collapse text-left sm:wrap-break-word", cards && CARDS)}>
      {!headed && (
        <caption
          className={clsx(
            "pb-1 text-left text-xs font-semibold tracking-wide text-muted uppercase",
            cards && "max-sm:block",
          )}
        >
          {columns[0]?.label}
        </caption>
      )}
      <colgroup>
        {keyed(columns).map(([key, { width }]) => (
          <col key={key} style={{ width: `${(100 * width) / shares}%` }} />
        ))}
      </colgroup>
      {headed && (
        <thead>
          <tr className="border-b border-accent!">
            {keyed(columns).map(([key, { label, align }]) =>
              label ? (
                <th
                  key={key}
                  scope="col"
                  className={clsx(
                    "px-2 py-1.5 align-bottom text-xs font-semibold tracking-wide text-muted uppercase first:pl-0",
                    align === "right" && "text-right",
                  )}
                >
                  {label}
                </th>
              ) : (
                <td key={key} />
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {keyed(rows).map(([key, row]) => (
          <Row key={key} row={row} columns={columns} cut={grid === true} />
        ))}
      </tbody>
    </table>
  );
}

const CARDS =
  "max-sm:block max-sm:[&_tbody_tr:not(:has(:not(:empty)))]:hidden max-sm:[&_colgroup]:hidden max-sm:[&_tbody]:block max-sm:[&_thead]:sr-only max-sm:[&_tr]:block max-sm:[&_tbody_tr]:py-2 max-sm:[&_:is(td,th)]:block max-sm:[&_:is(td,th)]:px-0! max-sm:[&_:is(td,th)]:py-0.5! max-sm:[&_:is(td,th)]:text-left! max-sm:[&_:is(td,th)]:empty:hidden max-sm:[&_tbody_:is(td,th)[data-label]]:before:mr-2 max-sm:[&_tbody_:is(td,th)[data-label]]:before:text-sm max-sm:[&_tbody_:is(td,th)[data-label]]:before:font-normal max-sm:[&_tbody_:is(td,th)[data-label]]:before:text-muted max-sm:[&_tbody_:is(td,th)[data-label]]:before:content-[attr(data-label)_':']";

const keyed = <Of,>(items: readonly Of[]): [string, Of][] =>
  items.map((item, rank) => [String(rank), item]);

const TONES = {
  normal: "border-b",
  muted: "border-b text-muted",
  note: "border-b text-sm text-muted",
  total: "border-b font-semibold",
  group: "border-b bg-sunken font-semibold text-accent",
};

function Row({
  row: { cells, tone = "normal" },
  columns,
  cut,
}: {
  row: RangeeFigee;
  columns: readonly ColonneFigee[];
  /** Whether lines separate the columns: then only the text of a group row extends into the next columns. */
  cut: boolean;
}) {
  return (
    <tr className={clsx("break-inside-avoid", TONES[tone])}>
      {spanned(cells, columns, !cut || tone === "group").map(({ text, rank, span }) => {
        const { label, align } = columns[rank] ?? { label: "" };
        const Cell = rank === 0 && text.trim() ? "th" : "td";
        return (
          <Cell
            key={rank}
            {...(Cell === "th" ? { scope: "row" } : {})}
            colSpan={span}
            data-label={(rank > 0 && span === 1 && label) || undefined}
            className={clsx(
              "px-2 py-1.5 align-top first:pl-0 last:pr-0",
              Cell === "th" && (tone === "normal" || tone === "muted") && "font-normal",
              align === "right" && "text-right tabular-nums sm:whitespace-nowrap",
            )}
          >
            {text}
          </Cell>
        );
      })}
    </tr>
  );
}

/**
 * The cells of a row, each with its number of columns. With `spread`, a text takes the room of the empty cells after it,
 * as far as the first right-aligned column.
 */
function spanned(cells: readonly string[], columns: readonly ColonneFigee[], spread: boolean) {
  const spans: { text: string; rank: number; span: number }[] = [];
  for (const rank of columns.keys()) {
    const last = spans.at(-1);
    if (last && rank < last.rank + last.span) continue;
    const text = cells[rank] ?? "";
    let end = rank;
    if (spread && text) while (columns[end]?.align !== "right" && cells[end + 1] === "") end++;
    spans.push({ text, rank, span: end - rank + 1 });
  }
  return spans;
}
