import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatJour } from "#domain/dates.ts";
import { type Genre, JOURNAUX } from "#domain/gerance/livres/ecritures.ts";
import type { GrandLivre, LigneEcrite } from "#domain/gerance/livres/grand-livre.ts";
import { formatEuros } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { downloadLedger, ledgerReading } from "#web/entities/agence/grand-livre.ts";
import { formatCount } from "#web/lib/format.ts";
import { formatBalance, type LedgerState, type Reader } from "./ledger-state.ts";
import {
  BookSelects,
  eveOf,
  Figures,
  Heading,
  Nothing,
  Pages,
  PrintButton,
  SIDES,
} from "./parts.tsx";
import { Piece } from "./piece.tsx";

/** The columns of the lines of an account, of all its holders, or of a journal. */
export const lineColumns = (
  { ledger, reader }: { ledger: LedgerState; reader: Reader },
  of: "account" | "holders" | "journal",
): readonly Column<LigneEcrite>[] => [
  {
    id: "date",
    header: "Date",
    card: "line",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ date, pieceDate }) => (
      <>
        {formatJour(date)}
        {pieceDate !== date && (
          <span className="block text-xs text-muted">pièce du {formatJour(pieceDate)}</span>
        )}
      </>
    ),
  },
  {
    id: "ecriture",
    header: "Écriture",
    card: "none",
    from: "lg",
    className: "whitespace-nowrap text-muted tabular-nums",
    cell: ({ ecriture }) => ecriture,
  },
  {
    id: "journal",
    header: "Journal",
    card: "line",
    from: "lg",
    className: "whitespace-nowrap text-muted",
    cell: ({ journal }) => JOURNAUX[journal],
  },
  ...(of === "journal"
    ? [
        {
          id: "compte",
          header: "Compte",
          card: "line",
          className: "w-[26%] whitespace-normal",
          cell: ({ numero, intitule, tiers }) => (
            <>
              <span className="tabular-nums">{numero}</span> {intitule}
              {tiers && <span className="block text-xs text-muted">{tiers}</span>}
            </>
          ),
        } satisfies Column<LigneEcrite>,
      ]
    : []),
  {
    id: "libelle",
    header: "Libellé",
    card: "title",
    className: of === "journal" ? "w-[24%] whitespace-normal" : "w-[30%] whitespace-normal",
    cell: ({ libelle, nature, tiers }) => (
      <>
        {libelle}
        {nature && <span className="text-muted">, {nature.toLowerCase()}</span>}
        {of === "holders" && tiers && <span className="block text-xs text-muted">{tiers}</span>}
      </>
    ),
  },
  {
    id: "piece",
    header: "Pièce",
    card: "line",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ piece, source }) => (
      <Piece piece={piece} source={source} reader={reader} onOpen={ledger.open} />
    ),
  },
  ...SIDES,
  {
    id: "lettre",
    header: "Lettre",
    card: "fact",
    from: "md",
    title: ({ lettreeLe }) => (lettreeLe ? `Lettrée le ${formatJour(lettreeLe)}` : undefined),
    cell: ({ lettre }) => lettre,
  },
  ...(of === "journal"
    ? []
    : [
        {
          id: "solde",
          header: "Solde",
          card: "fact",
          from: "md",
          align: "right",
          className: "font-medium whitespace-nowrap",
          cell: ({ solde }) => solde !== null && formatBalance(solde),
        } satisfies Column<LigneEcrite>,
      ]),
];

interface LinesProps {
  ledger: LedgerState;
  reader: Reader;
  genre: Genre;
  /** The holder of the account; undefined for all the holders. */
  de: number | undefined;
  tools: ReactNode;
}

/** The lines of an account between two days, with its balance before and after them. */
export function Lines({ ledger, reader, genre, de, tools }: LinesProps) {
  const { days, page, limit } = ledger;
  const asked = { genre, de, ...days };
  const query = useQuery(ledgerReading(reader.visite, "grand-livre", { ...asked, page, limit }));
  const { data } = query;
  if (query.error && !data) return <ErrorState error={query.error} onRetry={query.refetch} />;
  return (
    <ListFrame
      heading={<Heading words={data ? headOf(data) : "…"} />}
      filters={<BookSelects ledger={ledger} />}
      count={data && formatCount(data.total, "ligne")}
      tools={
        <>
          {tools}
          <CsvButton download={() => downloadLedger(reader.visite, "grand-livre", asked)} />
          <PrintButton />
        </>
      }
    >
      {data && <Balances days={days} {...data.compte} />}
      {data && page > 1 && (
        <p className="flex justify-between gap-4 border-b px-3 py-2 text-sm text-muted tabular-nums">
          <span>Solde avant cette page</span>
          <span>{formatBalance(data.avant)}</span>
        </p>
      )}
      <DataTable
        label={data ? headOf(data) : "Lignes du compte"}
        columns={lineColumns({ ledger, reader }, de === undefined ? "holders" : "account")}
        rows={data?.lignes}
        name={({ libelle, date }) => `${libelle}, ${formatJour(date)}`}
        stale={query.isPlaceholderData}
        empty={<Nothing />}
      />
      <Pages ledger={ledger} total={data?.total ?? 0} />
    </ListFrame>
  );
}

const headOf = ({ compte: { numero, intitule, tiers } }: GrandLivre): string =>
  [`${numero} ${intitule}`, tiers].filter(Boolean).join(", ");

interface BalancesProps {
  days: { du: string; au: string };
  report: number;
  debit: number;
  credit: number;
  solde: number;
}

/** The balance on the evening before the period, the debits and credits, and the balance on the last evening. */
function Balances({ days, report, debit, credit, solde }: BalancesProps) {
  return (
    <Figures
      facts={[
        [`Report au ${eveOf(days.du)}`, formatBalance(report)],
        ["Débit", formatEuros(debit)],
        ["Crédit", formatEuros(credit)],
        [`Solde au ${formatJour(days.au)}`, formatBalance(solde)],
      ]}
    />
  );
}
