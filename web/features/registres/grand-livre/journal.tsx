import { useQuery } from "@tanstack/react-query";
import { formatJour, formatPeriode } from "#domain/dates.ts";
import { JOURNAUX, type Journal as Name } from "#domain/gerance/livres/ecritures.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { downloadLedger, ledgerReading } from "#web/entities/agence/grand-livre.ts";
import { formatCount } from "#web/lib/format.ts";
import type { LedgerState, Reader } from "./ledger-state.ts";
import { lineColumns } from "./lines.tsx";
import { BookSelect, Heading, Nothing, Pages, PrintButton, Totals } from "./parts.tsx";

/** The entries of a book, or of one of its journals, in the order of their numbers. */
export function Journal({ ledger, reader }: { ledger: LedgerState; reader: Reader }) {
  const { livre, journal, days, page, limit, change } = ledger;
  const asked = { livre, journal: journal || undefined, ...days };
  const query = useQuery(ledgerReading(reader.visite, "journal", { ...asked, page, limit }));
  const { data } = query;
  if (query.error && !data) return <ErrorState error={query.error} onRetry={query.refetch} />;
  const words = JOURNAUX[journal as Name] ?? "Tous les journaux";
  const offered = new Set<string>(data?.journaux ?? []);
  return (
    <ListFrame
      heading={<Heading words={`${words}, ${formatPeriode(days.du, days.au)}`} />}
      filters={
        <>
          <BookSelect ledger={ledger} />
          <Select
            aria-label="Journal"
            className="w-52 max-sm:w-full"
            value={journal}
            onChange={({ target }) => change({ journal: target.value })}
            options={[
              { value: "", label: "Tous les journaux" },
              ...(Object.keys(JOURNAUX) as Name[])
                .filter((name) => offered.has(name) || name === journal)
                .map((name) => ({ value: name, label: JOURNAUX[name] })),
            ]}
          />
        </>
      }
      count={data && formatCount(data.total, "ligne")}
      tools={
        <>
          <CsvButton download={() => downloadLedger(reader.visite, "journal", asked)} />
          <PrintButton />
        </>
      }
    >
      {data && data.total > 0 && <Totals debit={data.debit} credit={data.credit} />}
      <DataTable
        label={words}
        columns={lineColumns({ ledger, reader }, "journal")}
        rows={data?.lignes}
        name={({ libelle, date }) => `${libelle}, ${formatJour(date)}`}
        stale={query.isPlaceholderData}
        empty={<Nothing />}
      />
      <Pages ledger={ledger} total={data?.total ?? 0} />
    </ListFrame>
  );
}
