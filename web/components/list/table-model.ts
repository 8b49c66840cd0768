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

/** A checkbox, and its handler. */
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

/** The order and the selection of a table, of which the caller keeps the state. */
export function tableModel<Row extends { id: number }>(props: TableProps<Row>) {
  const { columns, rows = [], sort = "", onSort, selected = NONE, onSelect } = props;
  const may = (row: Row) => props.selectable?.(row) ?? true;
  const choosable = rows.filter(may);
  const chosen = choosable.filter(({ id }) => selected.has(id)).length;
  const every = choosable.length > 0 && chosen === choosable.length;

  const all: Choice = {
    checked: every,
    indeterminate: chosen > 0 && !every,
    // A click on rows that are not there yet would be lost.
    disabled: props.rows === undefined,
    onChange: () => onSelect?.(put(selected, choosable, !every)),
  };
  const heads = columns.map((column): Head<Row> => {
    const name = wireName(column);
    const direction = sort === name ? "asc" : sort === `-${name}` ? "desc" : false;
    return {
      column,
      direction,
      sort: onSort && column.sort ? () => onSort(NEXT[direction || "none"](name)) : null,
    };
  });
  const drawn = rows.map((row): ModelRow<Row> => {
    const checked = selected.has(row.id);
    return {
      row,
      choice: {
        checked,
        disabled: !may(row),
        onChange: () => onSelect?.(put(selected, [row], !checked)),
      },
    };
  });
  return { heads, all, drawn };
}

const NONE: ReadonlySet<number> = new Set();

/** A column goes from one order to the next, and then to none. */
const NEXT = {
  none: (name: string) => name,
  asc: (name: string) => `-${name}`,
  desc: () => "",
};

/** The selection with these rows in it, or without them. */
function put(
  selected: ReadonlySet<number>,
  rows: readonly { id: number }[],
  wanted: boolean,
): ReadonlySet<number> {
  const next = new Set(selected);
  for (const { id } of rows) {
    if (wanted) next.add(id);
    else next.delete(id);
  }
  return next;
}
