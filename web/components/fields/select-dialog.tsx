import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, use, useEffect, useState } from "react";
import { Link } from "wouter";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { PAGE_SIZE } from "#web/components/list/list-parameters.ts";
import type { ListResource } from "#web/components/list/list-query.ts";
import { Pagination } from "#web/components/list/pages/pagination.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { useHere, withReturn } from "#web/lib/navigation.ts";
import type { Query } from "#web/lib/server/api.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { SearchInput } from "./search-input.tsx";

export interface Choosable<Row extends { id: number }> {
  resource: Pick<ListResource<Row>, "name" | "list">;
  /** The columns, or a function that loads them as the dialog opens. */
  columns: readonly Column<Row>[] | (() => Promise<readonly Column<Row>[]>);
  name(row: Row): string;
  /** « Choisir un appartement ». */
  title: string;
  search?: string;
  sort?: string;
  /** Filters that the user cannot change. */
  fixed?: Query;
  /** The link to create a missing record, and the address to return to afterwards. */
  create?: { href: string; label: string; back?: string; onLeave?(): void };
}

interface SelectDialogProps<Row extends { id: number }> extends Choosable<Row> {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The identifiers of records already chosen: they are shown, but cannot be chosen again. */
  exclude?: readonly number[];
  /** The filters that list the records already chosen, when `exclude` holds only one page of them. */
  chosen?: Query;
  onChoose(row: Row): void;
}

export function SelectDialog<Row extends { id: number }>(props: SelectDialogProps<Row>) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={props.title} size="lg">
      <DialogBody className="px-0! pb-0!">
        <Choices {...props} />
      </DialogBody>
    </Dialog>
  );
}

function Choices<Row extends { id: number }>(props: SelectDialogProps<Row>): ReactNode {
  const { resource, fixed, exclude = [], chosen, create } = props;
  const columns = typeof props.columns === "function" ? use(props.columns()) : props.columns;
  const [q, setQ] = useState("");
  const [page, setPage] = useState(1);
  // The text searched when Enter was pressed: once its results arrive, the first row that is not taken is chosen.
  const [wanted, setWanted] = useState("");
  const here = useHere();
  const mayModify = usePeut("modifier");
  const query = useQuery({
    ...resource.list({ ...fixed, q, page, limit: PAGE_SIZE, sort: props.sort }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.data;
  const linked = useQuery({ ...resource.list(chosen ?? {}), enabled: chosen !== undefined });
  const taken = new Set([...exclude, ...(linked.data?.data.map(({ id }) => id) ?? [])]);

  const first = rows?.find(({ id }) => !taken.has(id));
  const found = wanted !== "" && q.trim() === wanted && !query.isPlaceholderData;
  function choose(row: Row) {
    props.onChoose(row);
    props.onOpenChange(false);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only when `came` changes: it chooses the first row when the awaited results arrive
  useEffect(() => {
    if (!found) return;
    setWanted("");
    if (first) choose(first);
  }, [found]);

  const creation = create && mayModify && (
    <Button asChild>
      <Link href={withReturn(create.href, create.back ?? here)} onClick={create.onLeave}>
        <Plus aria-hidden />
        {create.label}
      </Link>
    </Button>
  );

  if (query.isError && !rows) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search field inside chooses the first row */}
      <div
        className="sticky top-0 z-3 flex flex-wrap items-center gap-2 border-b bg-surface px-5 pt-0.5 pb-3"
        onKeyDown={({ key, target }) =>
          setWanted(
            key === "Enter" && target instanceof HTMLInputElement ? target.value.trim() : "",
          )
        }
      >
        <SearchInput
          autoFocus
          placeholder={props.search ?? "Rechercher"}
          value={q}
          onSearch={(text) => {
            setQ(text);
            setPage(1);
          }}
        />
        <div className="ml-auto">{creation}</div>
      </div>
      <div className="min-h-80 px-2">
        <DataTable
          label={props.title}
          columns={columns}
          rows={rows}
          name={props.name}
          onChoose={choose}
          choosable={(row) => !taken.has(row.id)}
          expected={8}
          stale={query.isPlaceholderData}
          empty={
            <EmptyState
              title={q ? "Rien ne correspond à cette recherche." : "Rien à choisir pour l’instant."}
            />
          }
        />
      </div>
      <div className="sticky bottom-0 z-3 rounded-b-xl bg-surface">
        <Pagination page={page} limit={PAGE_SIZE} total={query.data?.total ?? 0} onPage={setPage} />
      </div>
    </>
  );
}
