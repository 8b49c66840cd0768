import { clsx } from "clsx";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type {
  AppartementDisponible,
  IntendanceARenouveler,
} from "#domain/agence/tableau-de-bord.ts";
import { formatJour, type Jour } from "#domain/dates.ts";
import { joursRestants } from "#domain/missions/etat-intendance.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { lastingPage, SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { Pagination } from "#web/components/list/pages/pagination.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { CalendarClock, CircleCheck } from "#web/components/ui/row-icons.tsx";
import { endsIn } from "#web/entities/mandats/intendances-columns.tsx";
import { useRenewal } from "#web/entities/mandats/intendances-renewal.ts";
import { formatCount } from "#web/lib/format.ts";
import { Panel } from "./panel.tsx";

interface PagedPanelProps<Row extends { id: number }> {
  title: string;
  href: string;
  noun: string;
  rows: readonly Row[];
  /** The count of all rows, of which `rows` may be only a part. */
  total: number;
  columns: readonly Column<Row>[];
  name(row: Row): string;
  open(row: Row): string;
  empty: ReactNode;
}

/** A panel that shows five rows at a time (web/README §10.3). */
function PagedPanel<Row extends { id: number }>(props: PagedPanelProps<Row>) {
  const { rows, total, title, noun } = props;
  const [asked, setPage] = useState(1);
  const page = lastingPage(asked, rows.length, SMALLEST_PAGE);
  return (
    <Panel flush title={title} href={props.href} note={formatCount(total, noun)}>
      <div className="border-t">
        <DataTable
          label={title}
          columns={props.columns}
          rows={rows.slice((page - 1) * SMALLEST_PAGE, page * SMALLEST_PAGE)}
          name={props.name}
          href={props.open}
          empty={props.empty}
        />
        <Pagination page={page} limit={SMALLEST_PAGE} total={rows.length} onPage={setPage} />
      </div>
    </Panel>
  );
}

const AVAILABLE: readonly Column<AppartementDisponible>[] = [
  {
    id: "appartement",
    header: "Appartement",
    className: "py-2",
    cell: (row) => (
      <>
        <span className="block font-medium">{row.appartement}</span>
        <span className="block text-sm text-muted">
          {row.codePostal} {row.ville}
        </span>
      </>
    ),
  },
  {
    id: "surface",
    header: "Surface",
    from: "md",
    card: "fact",
    className: "whitespace-nowrap",
    cell: ({ surface }) =>
      surface !== null && `${formatNombre(surface, 2).replace(/,?0+$/, "")}\u00A0m²`,
  },
  {
    id: "loyerTCC",
    header: "Loyer CC",
    align: "right",
    card: "amount",
    className: "whitespace-nowrap",
    cell: (row) => formatEuros(row.loyerTCC),
  },
  {
    id: "statut",
    header: "État",
    cell: ({ statut }) =>
      statut === "Vacant" ? (
        <Badge tone="grey">{statut}</Badge>
      ) : (
        <Badge tone="orange" icon={CalendarClock}>
          {statut}
        </Badge>
      ),
  },
  {
    id: "libreLe",
    header: "Libre",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ libreLe, statut }) =>
      libreLe && `${statut === "Vacant" ? "depuis le" : "le"} ${formatJour(libreLe)}`,
  },
];

interface TableProps<Row> {
  rows: readonly Row[];
  total: number;
}

/** The apartments in notice or vacant; the apartment free for the longest time comes first. */
export function AvailableTable({
  rows,
  total,
  none,
}: TableProps<AppartementDisponible> & {
  /** Whether the agency has no apartment at all. */
  none: boolean;
}) {
  return (
    <PagedPanel
      title="En préavis ou vacants"
      href="/appartements/?preavis=true"
      noun="appartement"
      rows={rows}
      total={total}
      columns={AVAILABLE}
      name={(row) => row.appartement}
      open={(row) => `/appartements/${row.id}`}
      empty={
        <EmptyState
          icon={CircleCheck}
          title={none ? "Aucun appartement pour l’instant" : "Tout est loué"}
          text="Les appartements en préavis ou vacants apparaissent ici."
        />
      }
    />
  );
}

/**
 * The address of the list of caretaking missions to renew; `ENDED` lists only the missions that have already ended.
 */
export const TO_RENEW = "/intendance/?filtre=encours&aRenouveler=true";
export const ENDED = "/intendance/?filtre=passees&aRenouveler=true";

/**
 * The caretaking missions to renew, each with a button that renews it. They end within one month; with `ended`, they
 * have already ended.
 */
export function RenewalTable(
  props: TableProps<IntendanceARenouveler> & { today: Jour; ended?: true },
) {
  const renew = useRenewal();
  const columns: readonly Column<IntendanceARenouveler>[] = [
    {
      id: "appartement",
      header: "Fin d’intendance",
      className: "py-2",
      cell: (row) => (
        <>
          <span className="block font-medium">{row.appartement}</span>
          <span
            className={clsx(
              "block text-sm tabular-nums",
              row.dateFin < props.today ? "text-danger" : "text-muted",
            )}
          >
            {ending(row.dateFin, props.today)}
          </span>
        </>
      ),
    },
    {
      id: "renouveler",
      header: "",
      className: "w-32 text-right",
      cell: (row) => (
        <Button
          size="sm"
          className="relative z-1"
          aria-label={`Renouveler : ${row.appartement}`}
          disabled={!row.dateDepart}
          onClick={() => void renew(row)}
        >
          <RefreshCw aria-hidden />
          Renouveler
        </Button>
      ),
    },
  ];
  return (
    <PagedPanel
      title={props.ended ? "Terminées, non renouvelées" : "À renouveler"}
      href={props.ended ? ENDED : TO_RENEW}
      noun="intendance"
      rows={props.rows}
      total={props.total}
      columns={columns}
      name={(row) => row.appartement}
      open={(row) => `/appartements/${row.AppartementId}?tab=intendance`}
      empty={
        <EmptyState
          icon={CircleCheck}
          title="Rien à renouveler"
          text="Les intendances qui finissent d’ici un mois sans être renouvelées apparaissent ici."
        />
      }
    />
  );
}

/** « 30/11/2026, dans 9 jours », « 10/11/2026, depuis 12 jours » */
function ending(dateFin: Jour, today: Jour): string {
  return `${formatJour(dateFin)}, ${endsIn(joursRestants({ dateFin }, today) ?? 0)}`;
}
