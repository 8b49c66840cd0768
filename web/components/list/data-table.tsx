import { clsx } from "clsx";
import { Fragment, type ReactNode, useRef } from "react";
import { Table } from "#web/components/ui/table.tsx";
import { TableHeads } from "./table-heads.tsx";
import { type TableProps, tableModel } from "./table-model.ts";
import { type RowProps, TableRow, WaitingRows } from "./table-rows.tsx";

export interface Unfolded {
  id: number;
  content: ReactNode;
}

interface DataTableProps<Row extends { id: number }> extends TableProps<Row>, RowProps<Row> {
  /** The name of the table, for screen readers. */
  label: string;
  unfolded?: Unfolded | null;
  empty: ReactNode;
  /** The count of gray rows shown while the rows load. */
  expected?: number;
  /** The head stays in sight while the page scrolls. */
  sticky?: boolean;
  /** Whether other rows are about to replace the rows shown. */
  stale?: boolean;
  /** Columns have the same widths whatever their content, to align with another table. */
  aligned?: boolean;
}

export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { columns, rows, unfolded, expected = 10 } = props;
  const { heads, all, drawn } = tableModel(props);
  const selection = props.onSelect !== undefined;
  const actions = props.actions !== undefined;
  const last = useRef<{ rows: unknown; lines: ReactNode } | null>(null);
  // Rows about to be replaced are not drawn again: 150 rows take long to draw, and would be drawn twice.
  const lines =
    props.stale && last.current?.rows === rows
      ? last.current?.lines
      : drawn.map(({ row, choice }) => (
          <Fragment key={row.id}>
            <TableRow {...props} row={row} choice={selection ? choice : null} />
            {unfolded?.id === row.id && (
              <tr>
                <td
                  colSpan={columns.length + Number(selection) + Number(actions)}
                  className="border-b bg-canvas p-0 in-[tr:last-child]:rounded-b-lg"
                >
                  {unfolded.content}
                </td>
              </tr>
            )}
          </Fragment>
        ));
  last.current = { rows, lines };
  if (rows?.length === 0) return props.empty;

  return (
    <div className="@container relative max-lg:overflow-x-auto">
      <Table
        aria-label={props.label}
        aria-busy={rows === undefined || props.stale || undefined}
        className={clsx(
          "cards",
          props.aligned && "[&_th]:w-[12%] [&_th:first-child]:w-[25%] [&_th:last-child]:w-12!",
        )}
      >
        <TableHeads
          heads={heads}
          all={selection ? all : null}
          actions={actions}
          sticky={props.sticky}
        />
        <tbody
          className={clsx(
            "transition-opacity last:[&>tr:last-child>td]:border-b-0",
            props.stale && "opacity-60",
          )}
        >
          {rows === undefined && (
            <WaitingRows
              columns={columns}
              count={expected}
              selection={selection}
              actions={actions}
            />
          )}
          {lines}
        </tbody>
      </Table>
    </div>
  );
}
