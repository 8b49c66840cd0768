import { clsx } from "clsx";
import { PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import { formatJour, joursDuMois, moisDe, moisEnLettres, nombreDeJours } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import type { CourrielEnAttente, GenreCourriel } from "#domain/quittances/courriel.ts";
import type { EtatQuittance } from "#domain/quittances/quittance.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { coversMonth } from "./facts.ts";
import { MailCell } from "./mail-state.tsx";
import { Lateness, StateControl } from "./state-control.tsx";

/** The class of a column of names: the column shrinks when room is short, and its texts are cut. */
export const yielding =
  "w-[30%] max-w-0 truncate print:max-w-none print:whitespace-normal [&>button]:block [&>button]:w-full [&>button]:truncate [&>button]:text-left";

/** The class of a column of short texts. */
const tight = "@xl:px-2!";

const shortDay = (jour: string) => formatJour(jour).slice(0, 5);

export const locataire: Column<QuittanceRow> = {
  id: "locataire",
  header: "Locataire",
  sort: true,
  className: `${yielding} font-medium`,
  cell: (row) => row.locataire,
  title: (row) => row.locataire,
};

export const appartement: Column<QuittanceRow> = {
  id: "appartement",
  header: "Appartement",
  sort: true,
  from: "md",
  card: "line",
  className: yielding,
  cell: (row) => row.appartement,
  title: (row) => row.appartement,
};

export const amount: Column<QuittanceRow> = {
  id: "total",
  header: "Montant",
  align: "right",
  card: "amount",
  className: "whitespace-nowrap tabular-nums",
  cell: (row) => formatEuros(row.total),
};

/**
 * The period billed, as a month or as dates, with a mark for a complement, a receipt made by hand or a part of a
 * month.
 */
export function Period({ row }: { row: QuittanceRow }) {
  const whole = coversMonth(row);
  return (
    <Days>
      {whole ? (
        <span className="inline-block first-letter:uppercase">
          {moisEnLettres(moisDe(row.date))}
        </span>
      ) : (
        `${shortDay(row.date)} – ${formatJour(row.dateFin)}`
      )}
      <PeriodMarks row={row} whole={whole} />
    </Days>
  );
}

/** The period on a page that already names the month: « 1 – 30 ». */
function PeriodInMonth({ row }: { row: QuittanceRow }) {
  const whole = coversMonth(row);
  return (
    <Days muted={whole}>
      {daysOf(row.date, row.dateFin)}
      <PeriodMarks row={row} whole={whole} />
    </Days>
  );
}

/** « 1 – 30 », or « 15/11 – 14/12 » over two months. */
export function daysOf(debut: string, fin: string): string {
  if (moisDe(debut) !== moisDe(fin)) return `${shortDay(debut)} – ${shortDay(fin)}`;
  return `${Number(debut.slice(8))} – ${Number(fin.slice(8))}`;
}

function PeriodMarks({ row, whole }: { row: QuittanceRow; whole: boolean }) {
  if (row.RevisionId !== null) return <Chip>complément</Chip>;
  if (!row.automatique) {
    return (
      <span title="Générée à la main" className="text-muted">
        <PencilLine aria-hidden className="size-3.5" />
        <span className="sr-only">générée à la main</span>
      </span>
    );
  }
  if (whole) return null;
  const days = nombreDeJours(row.date, row.dateFin);
  return <Prorata jours={days} joursDuMois={joursDuMois(moisDe(row.date))} />;
}

export function Prorata({ jours, joursDuMois }: { jours: number; joursDuMois: number }) {
  return <Chip title={`Loyer au prorata : ${jours} jours sur ${joursDuMois}`}>prorata</Chip>;
}

export function Days({ muted, children }: { muted?: boolean; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums",
        muted && "text-muted",
      )}
    >
      {children}
    </span>
  );
}

function Chip({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span title={title} className="rounded bg-sunken px-1.5 text-xs leading-5 text-muted">
      {children}
    </span>
  );
}

interface MonthColumnsOptions {
  onSwitch?(row: QuittanceRow, etat: EtatQuittance): void;
  onSendAgain?(row: QuittanceRow, genre: GenreCourriel): void;
  onCallBack?(mail: CourrielEnAttente): void;
}

export function monthColumns(options: MonthColumnsOptions): readonly Column<QuittanceRow>[] {
  return [
    locataire,
    appartement,
    {
      id: "date",
      header: "Période",
      from: "lg",
      card: "fact",
      className: tight,
      cell: (row) => <PeriodInMonth row={row} />,
    },
    { ...amount, sort: true },
    {
      id: "echeance",
      header: "Échéance",
      sort: true,
      from: "lg",
      card: "fact",
      className: `${tight} whitespace-nowrap tabular-nums`,
      cell: (row) => (
        <>
          {shortDay(row.echeance)}
          <Lateness row={row} className="ml-1.5" />
        </>
      ),
    },
    {
      id: "etat",
      header: "État",
      sort: true,
      className: tight,
      cell: (row) => <StateControl row={row} onSwitch={options.onSwitch} lateness />,
    },
    {
      id: "courriel",
      header: "Courriel",
      from: "lg",
      card: "badge",
      className: tight,
      cell: (row) => (
        <MailCell row={row} onSendAgain={options.onSendAgain} onCallBack={options.onCallBack} />
      ),
    },
  ];
}
