import { type Column, wireName } from "./table-column.ts";

export interface TableProps<Row> {
  columns: readonly Column<Row>[];
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  /** The order as the API spells it: « nom », « -nom », or an empty text for none. */
  sort?: string;
  onSort?(sort: string): void;
  selected?: ReadonlySet<number>;
  onSelect?(ids: ReadonlySet<number>): void;
  selectable?(row: Row): boolean;
}

export interface Head<Row> {
  column: Column<Row>;
  direction: "asc" | "desc" | false;
  /** Changes the order by this column; null when the column cannot give the order. */
  sort: (() => void) | null;
}

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

/** The order and the selection of a table; the caller keeps both states. */
export function tableModel<Row extends { id: number }>(props: TableProps<Row>) {
  const { columns, rows = [], sort = "", onSort, selected = NONE, onSelect } = props;
  const may = (row: Row) => props.selectable?.(row) ?? true;
  const choosable = rows.filter(may);
  const chosen = choosable.filter(({ id }) => selected.has(id)).length;
  const every = choosable.length > 0 && chosen === choosable.length;

  const all: Choice = {
    checked: every,
    indeterminate: chosen > 0 && !every,
    // Disabled until the rows arrive: the click would select nothing.
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

/** Each click on a column's head goes to the next order: ascending, descending, none. */
const NEXT = {
  none: (name: string) => name,
  asc: (name: string) => `-${name}`,
  desc: () => "",
};

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
