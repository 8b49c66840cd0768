import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { TableHead } from "#web/components/ui/table.tsx";
import { cellStyle } from "./table-column.ts";
import type { Choice, Head } from "./table-model.ts";

interface TableHeadsProps<Row> {
  heads: readonly Head<Row>[];
  /** The checkbox that selects every row; null where rows cannot be selected. */
  all: Choice | null;
  actions: boolean;
  sticky?: boolean;
}

export function TableHeads<Row>({ heads, all, actions, sticky }: TableHeadsProps<Row>) {
  return (
    <thead
      className={clsx("[&_th]:bg-surface", sticky && "lg:sticky lg:top-(--sticky-top) lg:z-2")}
    >
      <tr>
        {all && (
          <TableHead className="w-10 pr-0 print:hidden">
            <Checkbox aria-label="Tout sélectionner" {...all} />
          </TableHead>
        )}
        {heads.map((head) => (
          <TableHead
            key={head.column.id}
            data-card={head.column.card}
            className={cellStyle(head.column)}
            aria-sort={head.direction ? `${head.direction}ending` : undefined}
          >
            {head.sort ? (
              <SortButton {...head} sort={head.sort} />
            ) : (
              head.column.header || <span className="sr-only">Actions</span>
            )}
          </TableHead>
        ))}
        {actions && (
          <TableHead className="w-12 print:hidden">
            <span className="sr-only">Actions</span>
          </TableHead>
        )}
      </tr>
    </thead>
  );
}

function SortButton<Row>({ column, direction, sort }: Head<Row> & { sort(): void }) {
  return (
    <button
      type="button"
      onClick={sort}
      className="-mx-1 inline-flex! items-center gap-1 rounded px-1 hover:text-text aria-pressed:text-text print:contents! print:text-inherit! [&_svg]:size-3 print:[&_svg]:hidden"
      aria-pressed={direction !== false}
    >
      {column.header}
      {direction === "desc" && <ArrowDown aria-hidden />}
      {direction === "asc" && <ArrowUp aria-hidden />}
    </button>
  );
}
