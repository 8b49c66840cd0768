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
import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Fragment, type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import type { RowAction } from "./row-action.ts";
import { RowActions } from "./row-actions.tsx";
import type { Tone } from "./ui/badge.tsx";
import { Checkbox } from "./ui/checkbox.tsx";
import { Skeleton } from "./ui/skeleton.tsx";
import { Table, TableCell, TableHead } from "./ui/table.tsx";

export interface Column<Row> {
  /** Also the name the API sorts by, when `sort` is true. */
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** Sortable: true, or the API's name when it is not `id`. */
  sort?: boolean | string;
  /** Right for amounts. */
  align?: "left" | "right";
  /** Hidden where the list is narrower than this. */
  from?: "md" | "lg" | "xl";
  /** Width and other classes of the column's cells. */
  className?: string;
}

export interface Unfolded {
  id: number;
  content: ReactNode;
}

interface DataTableProps<Row extends { id: number }> {
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while they load. */
  rows: readonly Row[] | undefined;
  /** The record's name in few words: names its link, its checkbox and its menu. */
  name(row: Row): string;
  /** The row leads there … */
  href?(row: Row): string;
  /** … or is chosen. */
  onChoose?(row: Row): void;
  /** … unless it can't be. */
  choosable?(row: Row): boolean;
  /** « nom », « -nom », or "" (contract §2). */
  sort?: string;
  onSort?(sort: string): void;
  selected?: ReadonlySet<number>;
  onSelect?(ids: ReadonlySet<number>): void;
  selectable?(row: Row): boolean;
  actions?(row: Row): readonly RowAction[];
  tone?(row: Row): Tone | null;
  /** What is unfolded under one of the rows. */
  unfolded?: Unfolded | null;
  empty: ReactNode;
  /** How many grey rows stand in while loading. */
  expected?: number;
  /** The head stays in sight while the page scrolls. */
  sticky?: boolean;
  /** What is shown is about to be replaced. */
  stale?: boolean;
  /** Columns share the width whatever they hold, as those of another table of the same ones. */
  aligned?: boolean;
}

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature });
const NO_ROWS: never[] = [];
const FROM = {
  md: "hidden @2xl:table-cell",
  lg: "hidden @4xl:table-cell",
  xl: "hidden @6xl:table-cell",
};
const TONES: Record<Tone, string> = {
  green: "[&>td]:bg-green-soft/60",
  orange: "[&>td]:bg-orange-soft/60",
  red: "[&>td]:bg-red-soft/60",
  blue: "[&>td]:bg-blue-soft/70",
  grey: "[&>td]:bg-grey-soft/60",
  violet: "[&>td]:bg-violet-soft/60",
};

export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { columns, rows, href, onChoose, actions, expected = 10 } = props;
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
    onSortingChange: (updater) => props.onSort?.(writeSort(columns, apply(updater, sorting))),
    onRowSelectionChange: (updater) =>
      props.onSelect?.(new Set(Object.keys(apply(updater, rowSelection)).map(Number))),
  });

  if (rows?.length === 0) return props.empty;
  const placement = new Map(columns.map((column) => [column.id, column]));
  const cellStyle = (id: string) => {
    const column = placement.get(id);
    return clsx(
      column?.from && FROM[column.from],
      column?.align === "right" && "text-right tabular-nums",
      column?.className,
    );
  };

  return (
    <div className="@container relative max-lg:overflow-x-auto">
      <Table
        aria-label={props.label}
        aria-busy={rows === undefined || props.stale || undefined}
        className={
          props.aligned
            ? "[&_th]:w-[12%] [&_th:first-child]:w-[25%] [&_th:last-child]:w-12!"
            : undefined
        }
      >
        <thead
          className={clsx(
            "[&_th]:bg-surface",
            props.sticky && "lg:sticky lg:top-(--sticky-top) lg:z-2",
          )}
        >
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {props.onSelect && (
                <TableHead className="w-10 pr-0 print:hidden">
                  <Checkbox
                    aria-label="Tout sélectionner"
                    checked={rows !== undefined && table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </TableHead>
              )}
              {group.headers.map((header) => {
                const direction = header.column.getIsSorted();
                return (
                  <TableHead
                    key={header.id}
                    className={cellStyle(header.column.id)}
                    aria-sort={direction ? `${direction}ending` : undefined}
                  >
                    {props.onSort && header.column.getCanSort() ? (
                      <>
                        <span aria-hidden className="hidden print:inline">
                          <table.FlexRender header={header} />
                        </span>
                        <button
                          type="button"
                          onClick={() => header.column.toggleSorting()}
                          className="-mx-1 inline-flex! items-center gap-1 rounded px-1 hover:text-text aria-pressed:text-text print:hidden! [&_svg]:size-3"
                          aria-pressed={direction !== false}
                        >
                          <table.FlexRender header={header} />
                          {direction === "desc" && <ArrowDown aria-hidden />}
                          {direction === "asc" && <ArrowUp aria-hidden />}
                        </button>
                      </>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </TableHead>
                );
              })}
              {actions && (
                <TableHead className="w-12 print:hidden">
                  <span className="sr-only">Actions</span>
                </TableHead>
              )}
            </tr>
          ))}
        </thead>
        <tbody
          className={clsx(
            "transition-opacity last:[&>tr:last-child>td]:border-b-0",
            props.stale && "opacity-60",
          )}
        >
          {rows === undefined &&
            Array.from({ length: expected }, (_, index) => index).map((index) => (
              <tr key={index}>
                {props.onSelect && <TableCell className="w-10 pr-0" />}
                {columns.map((column) => (
                  <TableCell key={column.id} className={cellStyle(column.id)}>
                    <Skeleton className="inline-block h-3 w-3/5" />
                  </TableCell>
                ))}
                {actions && <TableCell className="w-12" />}
              </tr>
            ))}
          {table.getRowModel().rows.map((row) => {
            const tone = props.tone?.(row.original);
            const name = props.name(row.original);
            const choose = props.choosable?.(row.original) === false ? undefined : onChoose;
            return (
              <Fragment key={row.id}>
                <tr
                  title={onChoose && !choose ? "Déjà choisi, ou ne peut pas l’être" : undefined}
                  data-state={row.getIsSelected() ? "selected" : undefined}
                  className={clsx(
                    "group/row relative transition-colors data-[state=selected]:[&>td]:bg-blue-soft/70",
                    (href || choose) && "hover:[&>td]:bg-hover",
                    onChoose && !choose && "text-muted",
                    tone && TONES[tone],
                  )}
                >
                  {props.onSelect && (
                    <TableCell className="relative z-1 w-10 pr-0 print:hidden">
                      <Checkbox
                        aria-label={`Sélectionner : ${name}`}
                        checked={row.getIsSelected()}
                        disabled={!row.getCanSelect()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </TableCell>
                  )}
                  {row.getAllCells().map((cell, index) => (
                    <TableCell key={cell.id} className={cellStyle(cell.column.id)}>
                      <RowDoor
                        href={index === 0 ? href?.(row.original) : undefined}
                        onChoose={index === 0 && choose ? () => choose(row.original) : undefined}
                      >
                        {placement.get(cell.column.id)?.cell(row.original)}
                      </RowDoor>
                    </TableCell>
                  ))}
                  {actions && (
                    <TableCell className="w-12 pr-1.5 pl-0 print:hidden">
                      <RowActions label={name} actions={actions(row.original)} />
                    </TableCell>
                  )}
                </tr>
                {props.unfolded?.id === row.original.id && (
                  <tr>
                    <td
                      colSpan={
                        row.getAllCells().length + (props.onSelect ? 1 : 0) + (actions ? 1 : 0)
                      }
                      className="border-b bg-canvas p-0 in-[tr:last-child]:rounded-b-lg"
                    >
                      {props.unfolded.content}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

const doorStyle =
  "text-left outline-none after:absolute after:inset-0 focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring";

/** The first cell's link or button covers its whole row. */
function RowDoor(props: { href?: string; onChoose?(): void; children: ReactNode }) {
  if (props.href) {
    return (
      <Link href={props.href} className={doorStyle}>
        {props.children}
      </Link>
    );
  }
  if (props.onChoose) {
    return (
      <button type="button" onClick={props.onChoose} className={doorStyle}>
        {props.children}
      </button>
    );
  }
  return props.children;
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

/** The name the API sorts the column by. */
export function wireName<Row>(column: Column<Row>): string {
  return typeof column.sort === "string" ? column.sort : column.id;
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
