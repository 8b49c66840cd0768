import { X } from "lucide-react";
import { Link } from "wouter";
import { totauxDeCloture } from "#domain/gerance/cloture/cloture.ts";
import { formatEuros } from "#domain/montants.ts";
import { PagedItems } from "#web/components/list/pages/paged-items.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Progress } from "#web/components/ui/progress.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";
import { formatCount, formatNames } from "#web/lib/format.ts";
import type { Close, CloseRun } from "./use-close.ts";

/** The progress of the validation; then the validated accounts, and the refused accounts with the reason. */
export function CloseProgress({ close, run }: { close: Close; run: CloseRun }) {
  const running = run.status === "running";
  const { reversement } = totauxDeCloture(run.done);
  return (
    <Card className="px-4 py-3 sm:px-5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        {running ? (
          <p className="font-medium">Validation des comptes rendus</p>
        ) : (
          <p className="flex items-center gap-2 font-medium">
            {run.done.length > 0 && <CircleCheck aria-hidden className="size-4 text-green" />}
            {formatCount(run.done.length, "compte rendu validé", "comptes rendus validés")}
          </p>
        )}
        <p role="status" className="text-sm text-muted tabular-nums">
          {running || run.status === "stopped"
            ? `${run.done.length} / ${run.total}${running ? "" : ", arrêtée"}`
            : run.done.length > 0 && `${formatEuros(reversement)} à reverser`}
        </p>
        <div className="ml-auto flex items-center gap-2">
          {!running && reversement > 0 && (
            <Button asChild>
              <Link href="/reversements">Préparer les reversements</Link>
            </Button>
          )}
          {running ? (
            <Button onClick={close.stop}>Arrêter</Button>
          ) : (
            <Button variant="ghost" size="icon" aria-label="Fermer" onClick={close.dismiss}>
              <X />
            </Button>
          )}
        </div>
      </div>
      {running && (
        <Progress
          label="Validation des comptes rendus"
          value={run.done.length}
          max={run.total}
          className="mt-2"
        />
      )}
      {!running && run.done.length > 0 && (
        <p className="mt-1 text-sm text-muted">
          {formatNames(run.done.map(({ mandat }) => mandat))}
        </p>
      )}
      {run.refused.length > 0 && (
        <div className="mt-3">
          <p className="text-sm font-medium text-red">
            {formatCount(run.refused.length, "compte rendu n’a", "comptes rendus n’ont")} pas été{" "}
            {run.refused.length > 1 ? "validés" : "validé"} :
          </p>
          <PagedItems of="comptes refusés" items={run.refused}>
            {(refused) => (
              <ul className="mt-1 max-h-40 space-y-0.5 overflow-y-auto text-sm">
                {refused.map(({ row, reason }) => (
                  <li key={row.id}>
                    <span className="font-medium">{row.mandat}</span> :{" "}
                    <span className="text-muted">{reason}</span>
                  </li>
                ))}
              </ul>
            )}
          </PagedItems>
        </div>
      )}
    </Card>
  );
}
