import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BookOpen, CalendarRange, FilePlus2 } from "lucide-react";
import { Link } from "wouter";
import { deMois, moisEnLettres } from "#domain/dates.ts";
import { partiesDuMois } from "#domain/quittances/limites.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { MonthPicker } from "#web/components/fields/month-picker.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { monthSummary, waitsOfMonth } from "#web/entities/quittances/quittances.ts";
import { formatCount } from "#web/lib/format.ts";
import { useLeaveGuard } from "#web/lib/navigation.ts";
import { notify } from "#web/lib/notify.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { FailureNotice } from "../mails/failure-notice.tsx";
import { Reading } from "../reading.tsx";
import { ArchiveButton } from "../year/archive-button.tsx";
import { Generating } from "./generating.tsx";
import { GenerationProgress } from "./generation-progress.tsx";
import { Holes } from "./holes.tsx";
import { useMonthKeys, useMonthState } from "./month-state.ts";
import { generatedOf, MonthSummary } from "./month-summary.tsx";
import { stays, useGeneration } from "./use-generation.ts";

const MODES = [
  {
    value: "lecture" as const,
    label: (
      <>
        <BookOpen aria-hidden />
        Lecture
      </>
    ),
  },
  {
    value: "generation" as const,
    label: (
      <>
        <FilePlus2 aria-hidden />
        Génération
      </>
    ),
  },
];

/** The receipts of a month: the receipts made, with their payments, and the receipts to generate. */
export function QuittanceMonth() {
  const state = useMonthState();
  const { mois, mode, current } = state;
  usePageTitle(`Quittances ${deMois(mois)} ${mois.slice(0, 4)}`);
  useMonthKeys(state);

  const bilan = useQuery(monthSummary(mois));
  const summary = bilan.data;
  const waits = useQuery({ ...waitsOfMonth(mois), placeholderData: keepPreviousData });

  const generation = useGeneration((run) => {
    const { failures, status, made, leavesAt } = run;
    if (failures.length > 0 || status === "stopped") return;
    notify(`${formatCount(made, "quittance générée", "quittances générées")}.`);
    if (leavesAt === null && !stays(run)) generation.dismiss();
  });
  const { run } = generation;
  useLeaveGuard(run?.status === "running", () =>
    confirm({
      title: "Arrêter la génération ?",
      text: "Les quittances déjà générées restent.",
      action: "Quitter la page",
      cancel: "Rester",
    }),
  );

  return (
    <div className="space-y-4">
      <h2 className="hidden text-lg font-semibold first-letter:uppercase print:block">
        {moisEnLettres(mois)}
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <div className="-ml-2 flex items-center gap-1">
          <MonthPicker value={mois} onChange={state.goTo} />
          {mois !== current && (
            <Button size="sm" onClick={() => state.goTo(current)}>
              Mois en cours
            </Button>
          )}
        </div>
        <Segmented label="Mode" value={mode} segments={MODES} onChange={state.setMode} />
        <div className="ml-auto flex items-center gap-2">
          <Button asChild variant="ghost">
            <Link href={`/quitances/year?annee=${mois.slice(0, 4)}`}>
              <CalendarRange aria-hidden />
              Année
            </Link>
          </Button>
          <ArchiveButton
            key={mois}
            mois={mois}
            count={summary ? generatedOf(summary) : 0}
            parts={summary ? partiesDuMois(generatedOf(summary) + summary.annulees) : 1}
          />
        </div>
      </div>
      <FailureNotice waits={waits.data} />
      <Holes
        state={state}
        waits={waits.isPlaceholderData ? undefined : waits.data}
        onRefetch={waits.refetch}
        generation={generation}
      />
      {bilan.isError && !summary ? (
        <Card>
          <ErrorState error={bilan.error} onRetry={() => bilan.refetch()} />
        </Card>
      ) : (
        <>
          <MonthSummary summary={summary} />
          {run && <GenerationProgress generation={generation} run={run} />}
          {mode === "lecture" ? (
            <Reading key={mois} state={state} summary={summary} />
          ) : (
            <Generating key={mois} state={state} summary={summary} generation={generation} />
          )}
        </>
      )}
    </div>
  );
}
