import { useQuery } from "@tanstack/react-query";
import { LogOut, MonitorSmartphone } from "lucide-react";
import type { SessionOuverte } from "#domain/profils/securite.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { closeOtherSessions, endSession, sessionsQuery } from "#web/entities/profils/compte.ts";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** A session with the numeric identifier that a table needs; `key` is the identifier of the session itself. */
type Row = Omit<SessionOuverte, "id"> & { id: number; key: string };

const instant = (date: string) => <time dateTime={date}>{formatInstant(date)}</time>;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "device",
    header: "Session",
    className: "py-2.5",
    cell: ({ device, createdAt, current }) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{device}</span>
          {current && <Badge tone="green">Celle-ci</Badge>}
        </span>
        <p className="text-sm text-muted tabular-nums">Ouverte le {instant(createdAt)}</p>
      </>
    ),
  },
  {
    id: "lastSeenAt",
    header: "Vue la dernière fois le",
    card: "fact",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ lastSeenAt }) => instant(lastSeenAt),
  },
];

export function SessionsTab() {
  const query = useQuery({ ...sessionsQuery, staleTime: 0 });
  const end = useWrite(({ key }: Row) => endSession(key), ["sessions"]);
  const endOthers = useWrite(closeOtherSessions, ["sessions"]);
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  const rows = query.data?.data
    .toSorted((a, b) => Number(b.current) - Number(a.current))
    .map(({ id, ...session }, rank) => ({
      ...session,
      key: id,
      id: rank + 1,
    }));
  const others = rows?.filter(({ current }) => !current).length ?? 0;

  async function askAll() {
    const question = {
      title: "Fermer les autres sessions ?",
      text: "Il faudra s’y reconnecter. Celle-ci reste ouverte.",
      action: "Fermer les autres",
      danger: true,
    };
    if (!(await confirm(question))) return;
    endOthers.mutate(undefined, {
      onSuccess: ({ fermees }) =>
        notify(formatCount(fermees, "session fermée.", "sessions fermées.")),
    });
  }

  return (
    <RelatedList
      title="Sessions ouvertes"
      noun={["session", "sessions"]}
      rows={rows}
      columns={COLUMNS}
      name={({ device, createdAt }) => `${device}, ouverte le ${formatInstant(createdAt)}`}
      actions={(row) =>
        row.current
          ? []
          : [
              {
                label: "Fermer cette session",
                icon: LogOut,
                quick: true,
                onSelect: () =>
                  end.mutate(row, { onSuccess: () => notify("La session est fermée.") }),
              },
            ]
      }
      tools={others > 0 && <Button onClick={askAll}>Fermer les autres sessions</Button>}
      empty={{
        icon: MonitorSmartphone,
        title: "Aucune session",
        text: "Chaque connexion apparaît ici.",
      }}
    />
  );
}
