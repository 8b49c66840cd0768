import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { HistoryRow } from "#domain/history.ts";
import { api } from "#web/lib/api.ts";
import { formatInstant } from "#web/lib/format.ts";
import { EmptyState } from "./empty-state.tsx";
import { ErrorState } from "./error-state.tsx";
import { authorOf, EventDetails, history } from "./history-event.tsx";
import { Button } from "./ui/button.tsx";
import { SidePanel } from "./ui/side-panel.tsx";
import { Skeleton } from "./ui/skeleton.tsx";

interface RecordHistoryProps {
  /** The resource, as the wire spells it, and the record. */
  entite: string;
  id: number;
  /** The name people use. */
  title: string;
  onClose(): void;
}

const EVENTS_AT_ONCE = 50;

/** What happened to one record, newest first. */
export function RecordHistory({ entite, id, title, onClose }: RecordHistoryProps) {
  const query = useInfiniteQuery({
    queryKey: [history.name, "record", entite, id],
    queryFn: ({ pageParam, signal }) =>
      api.list<HistoryRow>(
        `/${history.name}`,
        { entite, id, page: pageParam, limit: EVENTS_AT_ONCE },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * EVENTS_AT_ONCE < total ? pages.length + 1 : undefined,
    staleTime: 0,
  });
  const events = query.data?.pages.flatMap((page) => page.data);
  return (
    <SidePanel title="Historique" text={title} onClose={onClose}>
      {query.isError && !events && (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      )}
      {query.isPending && (
        <div className="space-y-5" aria-busy="true">
          {["un", "deux", "trois"].map((row) => (
            <Skeleton key={row} className="h-10 w-full" />
          ))}
        </div>
      )}
      {events?.length === 0 && (
        <EmptyState
          icon={History}
          title="Rien pour l’instant"
          text="Chaque création, modification ou liaison de cette fiche s’écrit ici."
        />
      )}
      {events && events.length > 0 && <Timeline events={events} />}
      {query.hasNextPage && (
        <Button
          className="mt-4 w-full"
          pending={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Afficher la suite
        </Button>
      )}
    </SidePanel>
  );
}

type Event = Pick<HistoryRow, "etat" | "user" | "createdAt"> & Partial<HistoryRow>;

/** Events down a line, newest first. */
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
            {authorOf(event)}
          </p>
          <EventDetails details={event.details ?? null} />
        </li>
      ))}
    </ol>
  );
}
