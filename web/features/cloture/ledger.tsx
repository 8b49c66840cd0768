import { clsx } from "clsx";
import type { ReactNode } from "react";
import { formatJour, type Jour } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { Section } from "./section.tsx";

interface LedgerColumn<Row> {
  header: string;
  /** The sum of a row, in euros. The last line adds up these sums, unless `added` is false. */
  euros?(row: Row): number;
  added?: boolean;
  day?(row: Row): Jour;
  /** Drawn instead of the sum or the day. */
  cell?(row: Row): ReactNode;
  /** Whether the cells are figures that are not added up. */
  figures?: boolean;
  /** On a phone, this column opens the card of its row, instead of the first text column. */
  opens?: boolean;
  /** Hidden on a narrow screen. */
  wide?: boolean;
}

interface LedgerProps<Row> {
  title: string;
  columns: readonly LedgerColumn<Row>[];
  rows: readonly Row[];
  /** The name of the last line, which adds up the sums; absent: no such line. */
  total?: string;
  /** Drawn under the table. */
  note?: ReactNode;
}

/** A read-only table of a statement, with aligned figures. Without rows and without a note, it is hidden. */
export function Ledger<Row>({ title, columns, rows, total, note }: LedgerProps<Row>) {
  if (rows.length === 0 && !note) return null;
  const lead =
    columns.find(({ opens }) => opens) ??
    columns.find(({ euros, figures, day }) => !(euros || figures || day));
  return (
    <Section title={title}>
      {rows.length > 0 && (
        <div className="@container overflow-x-auto">
          <table aria-label={title} className="cards w-full text-sm">
            <thead className="text-muted">
              <tr>
                {columns.map((column) => (
                  <th
                    key={column.header}
                    scope="col"
                    className={clsx(cellStyle(column), "font-normal")}
                  >
                    {column.header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y border-t">
              {rows.map((row, rank) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone.
                <tr key={rank}>
                  {columns.map((column) => (
                    <td
                      key={column.header}
                      {...placeOf(column, lead)}
                      className={cellStyle(column)}
                    >
                      {shown(column, row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {total && (
              <tfoot className="border-t font-semibold">
                <tr>
                  {columns.map((column, rank) => (
                    <td
                      key={column.header}
                      {...(rank === 0 ? { "data-card": "title" } : placeOf(column, undefined))}
                      className={cellStyle(column)}
                    >
                      {rank === 0 && total}
                      {added(column, rows)}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      {note && <p className="mt-2 text-sm text-muted">{note}</p>}
    </Section>
  );
}

const cellStyle = <Row,>({ euros, figures, day, wide }: LedgerColumn<Row>): string =>
  clsx(
    "py-1.5 pr-4 align-top last:pr-0",
    euros || figures ? "text-right whitespace-nowrap tabular-nums" : "text-left",
    day && "tabular-nums",
    wide && "max-md:hidden",
  );

/** The place of a column on a card (`table-cards.css`): a sum follows its header. */
function placeOf<Row>(column: LedgerColumn<Row>, lead: LedgerColumn<Row> | undefined) {
  if (column === lead) return { "data-card": "title" };
  return column.euros || column.figures
    ? { "data-card": "fact", "data-label": column.header }
    : { "data-card": "line" };
}

function shown<Row>({ cell, euros, day }: LedgerColumn<Row>, row: Row): ReactNode {
  if (cell) return cell(row);
  return euros ? formatEuros(euros(row)) : day && formatJour(day(row));
}

const added = <Row,>({ euros, added = true }: LedgerColumn<Row>, rows: readonly Row[]) =>
  euros && added && formatEuros(somme(...rows.map(euros)));
