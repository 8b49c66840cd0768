import { History } from "lucide-react";
import { Link } from "wouter";
import type { HistoryRow } from "#domain/agence/history.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Author } from "#web/components/record/author.tsx";
import {
  ENTITIES,
  EventDetails,
  history,
  recordHref,
  recordName,
} from "#web/components/record/history-event.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { formatInstant } from "#web/lib/format.ts";

const FILTERS = [
  {
    name: "entite",
    label: "Fiches concernées",
    choices: [
      { value: "", label: "Toutes les fiches" },
      ...Object.entries(ENTITIES).map(([value, { label }]) => ({ value, label })),
    ],
  },
];

const COLUMNS: readonly Column<HistoryRow>[] = [
  {
    id: "createdAt",
    header: "Date",
    card: "line",
    sort: "id",
    className: "whitespace-nowrap tabular-nums align-top pt-2.5",
    cell: (row) => <time dateTime={row.createdAt}>{formatInstant(row.createdAt)}</time>,
  },
  {
    id: "etat",
    header: "Événement",
    card: "title",
    className: "py-2.5",
    cell: (row) => (
      <>
        <span className="font-medium">{row.etat}</span>
        <EventDetails details={row.details} />
      </>
    ),
  },
  {
    id: "entite",
    header: "Fiche",
    card: "line",
    className: "whitespace-nowrap align-top pt-2.5",
    cell: (row) => {
      const href = recordHref(row);
      if (!href) return recordName(row);
      return (
        <Button asChild variant="link">
          <Link href={href}>{recordName(row)}</Link>
        </Button>
      );
    },
  },
  {
    id: "user",
    header: "Par",
    card: "line",
    from: "md",
    className: "align-top pt-2.5",
    cell: (row) => (
      <span className="text-muted">
        <Author user={row.user} />
      </span>
    ),
  },
];

export function HistoryList() {
  return (
    <RecordList
      resource={history}
      columns={COLUMNS}
      noun={["événement", "événements"]}
      name={(row) => `${row.etat}, ${recordName(row)}`}
      search="Événement, adresse e-mail"
      filters={FILTERS}
      sort="-id"
      writable={false}
      empty={{
        icon: History,
        title: "Rien pour l’instant",
        text: "Chaque création, modification, suppression ou génération s’écrit ici.",
      }}
    />
  );
}
