import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { CourrielEnAttente } from "#domain/courriel.ts";
import type { Mois } from "#domain/dates.ts";
import type { QuittanceRow } from "#domain/quittance-fiche.ts";
import { generate, quittances } from "#web/entities/quittances/api.ts";
import { ApiError } from "#web/lib/api.ts";
import type { MonthDossier } from "./month-data.ts";
import { rowOf } from "./use-change.ts";

export interface Failure {
  dossier: MonthDossier;
  reason: string;
}

export interface Run {
  mois: Mois;
  total: number;
  /** Receipts that are there now. */
  made: readonly QuittanceRow[];
  failures: readonly Failure[];
  /** Mails of those made, that wait to leave. */
  waiting: readonly CourrielEnAttente[];
  /** When the last of them leaves; null when none may be called back. */
  leavesAt: string | null;
  status: "running" | "stopped" | "finished";
}

export interface Generation {
  run: Run | null;
  start(mois: Mois, dossiers: readonly MonthDossier[]): void;
  /** What has left still arrives; nothing more leaves. */
  stop(): void;
  retry(): void;
  dismiss(): void;
}

const AT_ONCE = 4;
const SHOW_EVERY_MS = 150;

/** Makes the receipts of several dossiers, a few at a time: one that fails does not hold up the others. */
export function useGeneration(onFinished: (run: Run) => void): Generation {
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const stopped = useRef(false);
  const finished = useRef(onFinished);
  finished.current = onFinished;
  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  useEffect(() => stop, [stop]);

  async function start(mois: Mois, dossiers: readonly MonthDossier[]): Promise<void> {
    const waiting = [...dossiers];
    const failures: Failure[] = [];
    const made: QuittanceRow[] = [];
    let shownAt = 0;
    stopped.current = false;
    const now = (status: Run["status"]): Run => {
      const waiting = made.flatMap(({ attente }) => attente ?? []);
      return {
        mois,
        total: dossiers.length,
        made: [...made],
        failures: [...failures],
        waiting,
        leavesAt:
          waiting
            .flatMap(({ partLe }) => partLe ?? [])
            .sort()
            .at(-1) ?? null,
        status,
      };
    };
    const show = (state: Run) => {
      shownAt = Date.now();
      setRun(state);
    };
    const worker = async () => {
      for (let dossier = waiting.shift(); dossier && !stopped.current; dossier = waiting.shift()) {
        try {
          made.push(rowOf(await generate(dossier.id, mois)));
        } catch (error) {
          failures.push({ dossier, reason: error instanceof Error ? error.message : "Échec" });
          if (error instanceof ApiError && error.metEverywhere) stopped.current = true;
        }
        if (Date.now() - shownAt >= SHOW_EVERY_MS) show(now("running"));
      }
    };
    setRun(now("running"));
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const last = now(made.length + failures.length < dossiers.length ? "stopped" : "finished");
    show(last);
    await client.invalidateQueries({ queryKey: [quittances.name] });
    finished.current(last);
  }

  return {
    run,
    start: (mois, dossiers) => void start(mois, dossiers),
    stop,
    retry: () =>
      run &&
      void start(
        run.mois,
        run.failures.map(({ dossier }) => dossier),
      ),
    dismiss: () => setRun(null),
  };
}
