import {
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { type Column, wireName } from "./table-column.ts";

export interface TableProps<Row> {
  columns: readonly Column<Row>[];
  /** undefined while they load. */
  rows: readonly Row[] | undefined;
  /** « nom », « -nom », or "": as the API spells an order. */
  sort?: string;
  onSort?(sort: string): void;
  selected?: ReadonlySet<number>;
  onSelect?(ids: ReadonlySet<number>): void;
  selectable?(row: Row): boolean;
}

export interface Head<Row> {
  column: Column<Row>;
  direction: "asc" | "desc" | false;
  /** Goes on to the next order; null where the column does not sort. */
  sort: (() => void) | null;
}

/** A checkbox, and what it answers. */
export interface Choice {
  checked: boolean;
  indeterminate?: boolean;
  disabled?: boolean;
  onChange(event: unknown): void;
}

export interface ModelRow<Row> {
  row: Row;
  choice: Choice;
}

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature });
const NO_ROWS: never[] = [];

/** The order and the selection of a table, of which the caller keeps the state: the only place that knows TanStack. */
export function useTableModel<Row extends { id: number }>(props: TableProps<Row>) {
  const { columns, rows, onSort } = props;
  const definitions = useMemo(() => columns.map(definition<Row>), [columns]);
  const sorting = useMemo(() => readSort(columns, props.sort), [columns, props.sort]);
  const rowSelection = useMemo(() => readSelection(props.selected), [props.selected]);
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows ?? NO_ROWS,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    enableMultiSort: false,
    sortDescFirst: false,
    enableRowSelection: (row) => props.selectable?.(row.original) ?? true,
    state: { sorting, rowSelection },
    onSortingChange: (updater) => onSort?.(writeSort(columns, apply(updater, sorting))),
    onRowSelectionChange: (updater) =>
      props.onSelect?.(new Set(Object.keys(apply(updater, rowSelection)).map(Number))),
  });

  const all: Choice = {
    checked: rows !== undefined && table.getIsAllRowsSelected(),
    indeterminate: table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected(),
    // A click on rows that are not there yet would be lost.
    disabled: rows === undefined,
    onChange: table.getToggleAllRowsSelectedHandler(),
  };
  const heads = columns.map((column): Head<Row> => {
    const sorted = table.getColumn(column.id);
    return {
      column,
      direction: sorted?.getIsSorted() ?? false,
      sort: onSort && sorted?.getCanSort() ? () => sorted.toggleSorting() : null,
    };
  });
  const drawn = table.getRowModel().rows.map(
    (row): ModelRow<Row> => ({
      row: row.original,
      choice: {
        checked: row.getIsSelected(),
        disabled: !row.getCanSelect(),
        onChange: row.getToggleSelectedHandler(),
      },
    }),
  );
  return { heads, all, drawn };
}

function definition<Row extends { id: number }>(
  column: Column<Row>,
): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: (row) => row.id,
    enableSorting: Boolean(column.sort),
  };
}

function readSort<Row>(columns: readonly Column<Row>[], sort = ""): SortingState {
  const desc = sort.startsWith("-");
  const column = columns.find((candidate) => wireName(candidate) === sort.slice(desc ? 1 : 0));
  return column ? [{ id: column.id, desc }] : [];
}

function writeSort<Row>(columns: readonly Column<Row>[], [first]: SortingState): string {
  const column = columns.find((candidate) => candidate.id === first?.id);
  return column ? `${first?.desc ? "-" : ""}${wireName(column)}` : "";
}

function readSelection(selected: ReadonlySet<number> = new Set()): RowSelectionState {
  return Object.fromEntries([...selected].map((id) => [String(id), true as const]));
}

function apply<State>(updater: Updater<State>, state: State): State {
  return updater instanceof Function ? updater(state) : updater;
}
