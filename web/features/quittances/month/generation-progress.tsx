import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { deMoisEnLettres } from "#domain/dates.ts";
import { formatNombre } from "#domain/montants.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Progress } from "#web/components/ui/progress.tsx";
import { Countdown } from "#web/entities/quittances/countdown.tsx";
import { secondsUntil } from "#web/lib/clock.ts";
import { formatCount } from "#web/lib/format.ts";
import { useCallingBack } from "../mails/use-call-back.ts";
import type { Generation, Run, Told } from "./use-generation.ts";

interface LeavingProps {
  run: Run;
  /** Called once every mail was sent or cancelled. */
  onOver(): void;
}

/** While the new mails wait, one click cancels all of them. */
function Leaving({ run: { waiting, leavesAt }, onOver }: LeavingProps) {
  const { callBack, done, pending } = useCallingBack();
  const over = useRef(() => {});
  over.current = pending ? () => {} : onOver;
  useEffect(() => {
    if (leavesAt === null) return;
    const timer = setTimeout(() => over.current(), secondsUntil(leavesAt) * 1000);
    return () => clearTimeout(timer);
  }, [leavesAt]);
  if (leavesAt === null) return null;
  return (
    <>
      <p role={pending ? "status" : undefined} className="text-sm text-muted tabular-nums">
        {pending ? (
          `Annulation : ${formatNombre(done, 0)} / ${formatNombre(waiting.length, 0)}`
        ) : (
          <>
            {formatCount(waiting.length, "courriel")}{" "}
            <Countdown until={leavesAt} several={waiting.length > 1} />
          </>
        )}
      </p>
      <Button pending={pending} onClick={() => callBack(waiting, onOver)}>
        {waiting.length > 1
          ? `Annuler les ${formatCount(waiting.length, "envoi")}`
          : "Annuler l’envoi"}
      </Button>
    </>
  );
}

interface GenerationProgressProps {
  generation: Generation;
  run: Run;
}

/** The progress of the generation, then its failures and its warnings. */
export function GenerationProgress({ generation, run }: GenerationProgressProps) {
  const running = run.status === "running";
  const title = `Génération ${deMoisEnLettres(run.mois)}`;
  return (
    <Card className="px-4 py-3 sm:px-5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        <p className="font-medium">{title}</p>
        <p role="status" className="text-sm text-muted tabular-nums">
          {formatNombre(run.made, 0)} / {formatNombre(run.total, 0)}
          {run.status === "stopped" && ", arrêtée"}
        </p>
        <div className="ml-auto flex items-center gap-2">
          {run.failures.length > 0 && !running && (
            <Button onClick={generation.retry}>
              Réessayer {formatCount(run.failures.length, "échec")}
            </Button>
          )}
          {!running && run.leavesAt && <Leaving run={run} onOver={generation.mailsGone} />}
          {running ? (
            <Button onClick={generation.stop}>Arrêter</Button>
          ) : (
            <Button variant="ghost" size="icon" aria-label="Fermer" onClick={generation.dismiss}>
              <X />
            </Button>
          )}
        </div>
      </div>
      <Progress label={title} value={run.made} max={run.total} className="mt-2" />
      {run.failures.length > 0 && (
        <div className="mt-3">
          <p className="text-sm font-medium text-red">
            {formatCount(run.failures.length, "quittance n’a", "quittances n’ont")} pas pu être{" "}
            {run.failures.length > 1 ? "générées" : "générée"} :
          </p>
          <Lines told={run.failures} />
        </div>
      )}
      {run.warnings.length > 0 && (
        <div className="mt-3">
          <p className="text-sm font-medium text-orange">
            {formatCount(run.warnings.length, "quittance", "quittances")} à vérifier :
          </p>
          <Lines told={run.warnings} />
        </div>
      )}
    </Card>
  );
}

/** One line for each dossier, with its failure or its warning. */
const Lines = ({ told }: { told: readonly Told[] }) => (
  <ul className="mt-1 max-h-40 space-y-0.5 overflow-y-auto text-sm">
    {told.map(({ dossier, reason }) => (
      <li key={dossier.id}>
        <span className="font-medium">{dossier.locataire}</span>, {dossier.appartement} :{" "}
        <span className="text-muted">{reason}</span>
      </li>
    ))}
  </ul>
);
