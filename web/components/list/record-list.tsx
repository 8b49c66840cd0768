import { Eye, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { confirmDeletion } from "#web/components/confirm.tsx";
import { EmptyState, type EmptyStateProps } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import type { Tone } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import type { List, Query } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { CsvButton } from "./csv-button.tsx";
import { DataTable } from "./data-table.tsx";
import { FilterControl } from "./list-filter.tsx";
import { ListFoot, NothingFound } from "./list-foot.tsx";
import { ListFrame } from "./list-frame.tsx";
import type { ListFilter } from "./list-parameters.ts";
import { type ListResource, useListQuery } from "./list-query.ts";
import type { RowAction } from "./row-action.ts";
import type { Column } from "./table-column.ts";

interface Listed {
  id: number;
  version?: number;
  canDelete?: boolean;
}

export interface RecordListProps<Row extends Listed> {
  resource: ListResource<Row>;
  columns: readonly Column<Row>[];
  /** « client », « clients »: for the total and the labels. */
  noun: readonly [singular: string, plural: string];
  name(row: Row): string;
  /** The page of the record; the action to edit adds « /edit ». */
  href?(row: Row): string;
  /** Opens the row in place, when the record has no page. */
  onOpen?(row: Row): void;
  /** Whether the menu of a row that `onOpen` opens has « Voir »; it always has when absent. */
  viewable?(row: Row): boolean;
  /** The placeholder of the search field; absent: no search. */
  search?: string;
  filters?: readonly ListFilter[];
  /** The order before the user chooses one: « nom », « -date ». */
  sort?: string;
  /** Filters that the user cannot change: `{ ClientId: 3 }`. */
  fixed?: Query;
  /** Whether the list is inside a tab, beside other lists. */
  embedded?: boolean;
  /** The button that leads to the page of a new record, or creates one in place. */
  create?: { label: string } & ({ href: string } | { onSelect(): void });
  actions?(row: Row): readonly RowAction[];
  /** False removes the actions to edit and to delete. */
  writable?: boolean;
  /** The names of the other resources to read again after a deletion. */
  touched?: readonly string[];
  tone?(row: Row): Tone | null;
  /** The bar of actions on the selected rows; absent: no row can be selected. */
  selection?(rows: readonly Row[], clear: () => void): ReactNode;
  empty: Omit<EmptyStateProps, "children">;
  /** The sums over all the rows, shown beside their count. */
  sum?(list: List<Row>): ReactNode;
  /** Drawn at the right of the filters. */
  tools?: ReactNode;
}

export function RecordList<Row extends Listed>(props: RecordListProps<Row>) {
  const { resource, filters = [], embedded = false, noun, href, onOpen, writable = true } = props;
  const list = useListQuery({
    resource,
    columns: props.columns,
    filters,
    sort: props.sort,
    fixed: props.fixed,
    tabbed: embedded ? resource.name : undefined,
  });
  const { query, state, change, rows, total, limit, sort } = list;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const mayModify = usePeut("modifier");

  const remove = useWrite(
    (row: Row) => resource.remove(row.id, row.version),
    [resource.name, ...(props.touched ?? [])],
  );

  function actionsOf(row: Row): RowAction[] {
    const usual: RowAction[] = [];
    if (href) usual.push({ label: "Voir", icon: Eye, href: href(row) });
    else if (onOpen && (props.viewable?.(row) ?? true))
      usual.push({ label: "Voir", icon: Eye, onSelect: () => onOpen(row) });
    if (href && writable && mayModify) {
      usual.push({ label: "Modifier", icon: Pencil, href: `${href(row)}/edit`, quick: true });
    }
    usual.push(...(props.actions?.(row) ?? []));
    if (writable && row.canDelete) {
      usual.push({
        label: "Supprimer",
        icon: Trash2,
        danger: true,
        onSelect: () => askRemoval(row),
      });
    }
    return usual;
  }

  async function askRemoval(row: Row) {
    if (!(await confirmDeletion(props.name(row)))) return;
    remove.mutate(row, { onSuccess: () => notify("L’élément a été supprimé.") });
  }

  const chosen = rows?.filter((row) => selected.has(row.id)) ?? [];
  const clear = () => setSelected(new Set());
  const creation = props.create && mayModify && <CreateButton {...props.create} />;

  return (
    <ListFrame
      search={
        props.search
          ? { placeholder: props.search, value: state.q ?? "", onSearch: (q) => change({ q }) }
          : undefined
      }
      filters={filters.map((filter) => (
        <FilterControl key={filter.name} filter={filter} state={state} onChange={change} />
      ))}
      count={
        query.data && (
          <>
            {formatCount(total, noun[0], noun[1])}
            {props.sum?.(query.data)}
          </>
        )
      }
      tools={
        <>
          <CsvButton download={list.downloadCsv} />
          {props.tools}
          {creation}
        </>
      }
      selection={
        chosen.length > 0 &&
        props.selection && (
          <>
            <span className="mr-2 text-sm font-medium">
              {formatCount(chosen.length, "ligne sélectionnée", "lignes sélectionnées")}
            </span>
            {props.selection(chosen, clear)}
            <Button variant="ghost" onClick={clear}>
              Tout désélectionner
            </Button>
          </>
        )
      }
    >
      {query.isError && !rows ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <DataTable
          label={noun[1]}
          columns={props.columns}
          rows={rows}
          name={props.name}
          href={href}
          onChoose={onOpen}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          selected={selected}
          onSelect={props.selection && setSelected}
          actions={actionsOf}
          tone={props.tone}
          expected={Math.min(limit, 12)}
          sticky={!embedded}
          stale={query.isPlaceholderData}
          empty={
            list.narrowed ? (
              <NothingFound showAll={list.showAll} />
            ) : (
              <EmptyState {...props.empty}>{creation}</EmptyState>
            )
          }
        />
      )}
      <ListFoot list={list} />
    </ListFrame>
  );
}

function CreateButton({ label, ...create }: NonNullable<RecordListProps<never>["create"]>) {
  const content = (
    <>
      <Plus aria-hidden />
      {label}
    </>
  );
  return "href" in create ? (
    <Button asChild variant="primary">
      <Link href={create.href}>{content}</Link>
    </Button>
  ) : (
    <Button variant="primary" onClick={create.onSelect}>
      {content}
    </Button>
  );
}
