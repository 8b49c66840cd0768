import { ArrowDownWideNarrow, ArrowUpNarrowWide, History } from "lucide-react";
import type { HistoryRow } from "#domain/agence/history.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { SearchInput } from "#web/components/fields/search-input.tsx";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { ListFoot, NothingFound } from "#web/components/list/list-foot.tsx";
import { SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { useListQuery } from "#web/components/list/list-query.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { SidePanel } from "#web/components/ui/panels/side-panel.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { formatInstant } from "#web/lib/format.ts";
import { Author } from "./author.tsx";
import { EventDetails, history } from "./history-event.tsx";

interface RecordHistoryProps {
  /** The kind of the record, as the wire spells it. */
  entite: string;
  id: number;
  title: string;
  onClose(): void;
}

const ORDERS: readonly Column<HistoryRow>[] = [
  { id: "createdAt", header: "Date", sort: "id", cell: ({ createdAt }) => createdAt },
];

/** The history of a record, newest first; the worker gives one page of it, searched and sorted. */
export function RecordHistory({ entite, id, title, onClose }: RecordHistoryProps) {
  const fixed = { entite, id };
  const list = useListQuery({
    resource: history,
    columns: ORDERS,
    sort: "-id",
    fixed,
    tabbed: history.name,
  });
  const { query, state, change, rows, total, narrowed } = list;
  const many = total > SMALLEST_PAGE || narrowed;
  const oldestFirst = list.sort === "id";
  const Order = oldestFirst ? ArrowUpNarrowWide : ArrowDownWideNarrow;
  const close = () => {
    change({ q: "", sort: "", limit: "" });
    onClose();
  };
  return (
    <SidePanel title="Historique" text={title} onClose={close} foot={<ListFoot list={list} />}>
      {many && (
        <div className="mb-4 flex items-center gap-2">
          <SearchInput
            placeholder="Événement, adresse e-mail"
            value={state.q ?? ""}
            onSearch={(q) => change({ q })}
          />
          <span className="ml-auto flex">
            <Button
              variant="ghost"
              size="icon"
              title={oldestFirst ? "Les plus récents d’abord" : "Les plus anciens d’abord"}
              aria-label={oldestFirst ? "Les plus récents d’abord" : "Les plus anciens d’abord"}
              onClick={() => change({ sort: oldestFirst ? "" : "id" })}
            >
              <Order />
            </Button>
            <CsvButton download={list.downloadCsv} />
          </span>
        </div>
      )}
      {query.isError && !rows && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.isPending && (
        <div className="space-y-5" aria-busy="true">
          {["un", "deux", "trois"].map((row) => (
            <Skeleton key={row} className="h-10 w-full" />
          ))}
        </div>
      )}
      {rows?.length === 0 &&
        (narrowed ? (
          <NothingFound showAll={list.showAll} />
        ) : (
          <EmptyState
            icon={History}
            title="Rien pour l’instant"
            text="Chaque création, modification ou liaison de cette fiche s’écrit ici."
          />
        ))}
      {rows && rows.length > 0 && <Timeline events={rows} />}
    </SidePanel>
  );
}

type Event = Pick<HistoryRow, "etat" | "user" | "createdAt"> & Partial<HistoryRow>;

export function Timeline({ events }: { events: readonly Event[] }) {
  return (
    <ol className="ml-1 border-l">
      {events.map((event) => (
        <li key={event.id ?? event.createdAt + event.etat} className="relative pb-5 pl-5 last:pb-0">
          <span
            aria-hidden
            className="absolute top-1.5 -left-[5px] size-2.5 rounded-full border-2 border-accent bg-surface"
          />
          <p className="font-medium">{event.etat}</p>
          <p className="mb-0.5 text-sm text-muted tabular-nums">
            <time dateTime={event.createdAt}>{formatInstant(event.createdAt)}</time> ·{" "}
            <Author user={event.user} />
          </p>
          <EventDetails details={event.details ?? null} />
        </li>
      ))}
    </ol>
  );
}
