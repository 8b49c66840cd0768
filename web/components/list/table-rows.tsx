import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Tone } from "#web/components/ui/badge.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { cellClass, TableCell } from "#web/components/ui/table.tsx";
import { follow } from "#web/lib/navigation.ts";
import type { RowAction } from "./row-action.ts";
import { RowActions } from "./row-actions.tsx";
import { type Column, cellStyle, leadOf } from "./table-column.ts";
import type { Choice } from "./table-model.ts";

export interface RowProps<Row> {
  columns: readonly Column<Row>[];
  /** A short name of the record, for the link, the checkbox and the menu of the row. */
  name(row: Row): string;
  href?(row: Row): string;
  /** Called when the row is chosen, for a row that opens no page. */
  onChoose?(row: Row): void;
  /** Whether the row can be chosen; all rows can when absent. */
  choosable?(row: Row): boolean;
  actions?(row: Row): readonly RowAction[];
  tone?(row: Row): Tone | null;
}

const TONES: Record<Tone, string> = {
  green: "bg-green-soft/60",
  orange: "bg-orange-soft/60",
  red: "bg-red-soft/60",
  blue: "bg-blue-soft/70",
  grey: "bg-grey-soft/60",
  violet: "bg-violet-soft/60",
};

/**
 * The row of a record. Its cells are not components, because a table has hundreds of them. The link or button in the
 * cell of the `leadOf` column covers the whole row.
 */
export function TableRow<Row>({
  row,
  choice,
  ...props
}: RowProps<Row> & { row: Row; choice: Choice | null }) {
  const { columns, onChoose, actions } = props;
  const name = props.name(row);
  const tone = props.tone?.(row);
  const refused = onChoose !== undefined && props.choosable?.(row) === false;
  const door = {
    href: props.href?.(row),
    onChoose: onChoose && !refused ? () => onChoose(row) : undefined,
  };
  const lead = leadOf(columns);
  const opens = door.href !== undefined || door.onChoose !== undefined;
  return (
    <tr
      title={refused ? "Déjà choisi, ou ne peut pas l’être" : undefined}
      data-state={choice?.checked ? "selected" : undefined}
      className={clsx(
        "group/row relative transition-colors data-[state=selected]:bg-blue-soft/70",
        opens && "hover:bg-hover",
        refused && "text-muted",
        tone && TONES[tone],
      )}
    >
      {choice && (
        <td className={`${cellClass} relative z-1 w-10 pr-0 print:hidden`}>
          <Checkbox aria-label={`Sélectionner : ${name}`} {...choice} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          title={opens ? undefined : column.title?.(row)}
          data-card={column === lead ? "title" : column.card}
          data-label={column.card === "fact" ? column.header : undefined}
          className={clsx(cellClass, cellStyle(column))}
        >
          {column === lead ? <RowDoor {...door}>{column.cell(row)}</RowDoor> : column.cell(row)}
        </td>
      ))}
      {actions && (
        <td
          data-card="menu"
          className={`${cellClass} w-12 pr-1.5 pl-0 text-right whitespace-nowrap print:hidden`}
        >
          <RowActions label={name} actions={actions(row)} />
        </td>
      )}
    </tr>
  );
}

const doorStyle =
  "text-left outline-none after:absolute after:inset-0 focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring";

function RowDoor(props: { href?: string; onChoose?(): void; children: ReactNode }) {
  if (props.href) {
    return (
      <a href={props.href} onClick={follow} className={doorStyle}>
        {props.children}
      </a>
    );
  }
  if (props.onChoose) {
    return (
      <button type="button" data-inline onClick={props.onChoose} className={doorStyle}>
        {props.children}
      </button>
    );
  }
  return props.children;
}

interface WaitingRowsProps<Row> {
  columns: readonly Column<Row>[];
  count: number;
  selection: boolean;
  actions: boolean;
}

/** Gray rows as high as the real rows, shown while the real rows load. */
export function WaitingRows<Row>({ columns, count, selection, actions }: WaitingRowsProps<Row>) {
  return Array.from({ length: count }, (_, index) => index).map((index) => (
    <tr key={index}>
      {selection && <TableCell className="w-10 pr-0" />}
      {columns.map((column) => (
        <TableCell key={column.id} className={cellStyle(column)}>
          <Skeleton className="inline-block h-3 w-3/5" />
        </TableCell>
      ))}
      {actions && <TableCell className="w-12" />}
    </tr>
  ));
}
