import type { ReactNode } from "react";
import { formatJour, joursDuMois, moisDe, moisEnLettres, nombreDeJours } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import type { EtatQuittance } from "#domain/quittance.ts";
import type { QuittanceRow } from "#domain/quittance-fiche.ts";
import type { Column } from "#web/components/data-table.tsx";
import { formatCount } from "#web/lib/format.ts";
import { MailCell, type MailKind } from "./mail-state.tsx";
import { coversMonth, daysLate } from "./month-data.ts";
import { StateControl } from "./state-control.tsx";

export const tenant: Column<QuittanceRow> = {
  id: "locataire",
  header: "Locataire",
  sort: true,
  cell: (row) => <span className="font-medium">{row.locataire}</span>,
};

export const apartment: Column<QuittanceRow> = {
  id: "appartement",
  header: "Appartement",
  sort: true,
  from: "md",
  cell: (row) => row.appartement,
};

export const amount: Column<QuittanceRow> = {
  id: "total",
  header: "Montant",
  align: "right",
  className: "whitespace-nowrap tabular-nums",
  cell: (row) => formatEuros(row.total),
};

/** The days billed, in few signs: « 01/11 – 30/11 », with a mark when they are not a whole month. */
export function Period({ row, named = false }: { row: QuittanceRow; named?: boolean }) {
  const whole = coversMonth(row);
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums">
      {whole && named ? (
        <span className="inline-block first-letter:uppercase">
          {moisEnLettres(moisDe(row.date))}
        </span>
      ) : (
        <span className={whole ? "text-muted" : undefined}>
          {shortDay(row.date)} – {named ? formatJour(row.dateFin) : shortDay(row.dateFin)}
        </span>
      )}
      {!row.automatique && <Chip title="Générée à la main">manuelle</Chip>}
      {row.automatique && !whole && (
        <Chip title="Loyer au prorata des jours occupés">prorata {daysOf(row)}</Chip>
      )}
    </span>
  );
}

const shortDay = (jour: string) => formatJour(jour).slice(0, 5);

function daysOf({ date, dateFin }: QuittanceRow): string {
  return `${nombreDeJours(date, dateFin)}/${joursDuMois(moisDe(date))} j`;
}

export function Chip({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span title={title} className="rounded bg-sunken px-1.5 text-xs leading-5 text-muted">
      {children}
    </span>
  );
}

/** The due day, and how long ago it passed on a receipt that is not paid. */
export function DueDay({ row, today }: { row: QuittanceRow; today: string }) {
  const late = daysLate(row, today);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatJour(row.echeance)}
      {late > 0 && (
        <span className="ml-1.5 text-xs font-medium text-red">
          {late} j<span className="sr-only"> de retard ({formatCount(late, "jour")})</span>
        </span>
      )}
    </span>
  );
}

interface MonthColumnsOptions {
  today: string;
  onSwitch?(row: QuittanceRow, etat: EtatQuittance): void;
  onSendAgain?(row: QuittanceRow, kind: MailKind): void;
}

/** The columns of the month's receipts. */
export function monthColumns(options: MonthColumnsOptions): readonly Column<QuittanceRow>[] {
  return [
    tenant,
    apartment,
    { id: "date", header: "Période", from: "lg", cell: (row) => <Period row={row} /> },
    { ...amount, sort: true },
    {
      id: "echeance",
      header: "Échéance",
      sort: true,
      from: "md",
      cell: (row) => <DueDay row={row} today={options.today} />,
    },
    {
      id: "etat",
      header: "État",
      sort: true,
      cell: (row) => <StateControl row={row} onSwitch={options.onSwitch} />,
    },
    {
      id: "courriel",
      header: "Courriel",
      from: "xl",
      cell: (row) => <MailCell row={row} onSendAgain={options.onSendAgain} />,
    },
  ];
}
