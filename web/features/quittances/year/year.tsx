import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { formatEuros, somme } from "#domain/montants.ts";
import type { SommesDuMois } from "#domain/quittances/quittance-fiche.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { YearArrows } from "#web/components/fields/year-arrows.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { PAGE_SIZE, SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { useListState } from "#web/components/list/list-state.ts";
import { Pagination } from "#web/components/list/pages/pagination.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Download, FileText } from "#web/components/ui/row-icons.tsx";
import { openYear, pageOfYear, quittances } from "#web/entities/quittances/quittances.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { Figure } from "../month/month-summary.tsx";
import { yearShown } from "../reads.ts";
import { Legend } from "./year-cell.tsx";
import { type YearCell, type YearLine, yearLines } from "./year-data.ts";
import { YearGrid } from "./year-grid.tsx";

const QuittanceDialog = lazyNamed(() => import("../quittance-dialog.tsx"), "QuittanceDialog");
export function QuittanceYear() {
  const [state, change] = useListState();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<number | null>(null);
  const { year, current, q, page, limit } = yearShown(state);
  usePageTitle(`Quittances de ${year}`);

  const query = useQuery({
    ...pageOfYear(year, { q: q || undefined, page, limit }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const lines = useMemo(() => data && yearLines(data.data, year), [data, year]);
  const sums = useMemo(() => data && sumsOf(data.mois), [data]);
  const total = data?.total ?? 0;
  const shown = (sum: number | undefined) =>
    sum === undefined ? query.isError && "—" : formatEuros(sum);

  const csv = useWrite(() => quittances.downloadCsv({ annee: year }), []);
  const pdf = useWrite(({ AppartementId }: YearLine) => openYear(AppartementId, year), []);
  const goTo = (next: number) => change({ annee: next === current ? "" : String(next) });

  function open(line: YearLine, { mois, receipts }: YearCell) {
    const [first, second] = receipts;
    if (second) navigate(`/quitances/?mois=${mois}&q=${encodeURIComponent(line.locataire)}`);
    else if (first) setOpened(first.id);
  }

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <YearPicker year={year} onChange={goTo} />
        <Figure label="Attendu" value={shown(sums?.expected)} />
        <Figure label="Reçu" value={shown(sums?.received)} />
        {sums !== undefined && sums.declared > 0 && (
          <Figure label="Déclaré, à confirmer" value={formatEuros(sums.declared)} />
        )}
        <Figure label="Reste à recevoir" value={shown(sums?.due)} />
        <div className="ml-auto">
          <Legend />
        </div>
      </div>
      <ListFrame
        search={{
          placeholder: "Locataire, adresse",
          value: q,
          onSearch: (text) => change({ q: text }),
        }}
        tools={
          <Button
            pending={csv.isPending}
            disabled={total === 0}
            onClick={() => csv.mutate(undefined)}
          >
            {!csv.isPending && <Download aria-hidden />}
            Exporter en CSV
          </Button>
        }
      >
        {query.isError && !data ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : lines?.length === 0 ? (
          <EmptyState
            icon={q ? SearchX : FileText}
            title={q ? "Rien ne correspond à cette recherche." : `Aucune quittance en ${year}`}
          >
            {q && <Button onClick={() => change({ q: "" })}>Tout afficher</Button>}
          </EmptyState>
        ) : (
          <YearGrid
            year={year}
            lines={lines}
            totals={data?.mois ?? []}
            onOpen={open}
            onPdf={(line) => pdf.mutate(line)}
          />
        )}
        {total > SMALLEST_PAGE && (
          <Pagination
            page={page}
            limit={limit}
            total={total}
            onPage={(next) => change({ page: String(next) })}
            onLimit={(next) => change({ limit: next === PAGE_SIZE ? "" : String(next) })}
          />
        )}
      </ListFrame>
      <Suspense>
        {opened !== null && <QuittanceDialog id={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  );
}

function sumsOf(months: readonly SommesDuMois[]) {
  const expected = somme(...months.map(({ attendu }) => attendu));
  const received = somme(...months.map(({ recu }) => recu));
  const declared = somme(...months.map(({ declare }) => declare));
  return { expected, received, declared, due: somme(expected, -received) };
}

function YearPicker({ year, onChange }: { year: number; onChange(year: number): void }) {
  return (
    <div className="-ml-2 inline-flex items-center gap-0.5">
      <YearArrows year={year} onChange={onChange} size="icon">
        <h2 aria-live="polite" className="px-2 text-lg font-semibold tabular-nums">
          {year}
        </h2>
      </YearArrows>
    </div>
  );
}
