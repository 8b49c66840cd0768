import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Mois } from "#domain/dates.ts";
import type { QuittanceDetail, QuittanceRow } from "#domain/quittance-fiche.ts";
import { ApiError, type List } from "#web/lib/api.ts";
import { generate, monthQuery, quittances } from "./api.ts";
import type { MonthFile } from "./month-data.ts";
import { rowOf } from "./use-change.ts";

export interface Failure {
  file: MonthFile;
  reason: string;
}

export interface Run {
  mois: Mois;
  total: number;
  /** Receipts that are there now. */
  done: number;
  failures: readonly Failure[];
  status: "running" | "stopped" | "finished";
}

export interface Generation {
  run: Run | null;
  start(mois: Mois, files: readonly MonthFile[]): void;
  /** What has left still arrives; nothing more leaves. */
  stop(): void;
  retry(): void;
  dismiss(): void;
}

const AT_ONCE = 4;

/** Makes the receipts of several files, a few at a time: one that fails does not hold up the others. */
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

  async function start(mois: Mois, files: readonly MonthFile[]): Promise<void> {
    const waiting = [...files];
    const failures: Failure[] = [];
    let done = 0;
    stopped.current = false;
    const now = (status: Run["status"]): Run => ({
      mois,
      total: files.length,
      done,
      failures: [...failures],
      status,
    });
    const worker = async () => {
      for (let file = waiting.shift(); file && !stopped.current; file = waiting.shift()) {
        try {
          const detail = await generate(file.id, mois);
          done += 1;
          client.setQueryData<List<QuittanceRow>>(monthQuery(mois).queryKey, withRow(detail));
        } catch (error) {
          failures.push({ file, reason: error instanceof Error ? error.message : "Échec" });
          if (error instanceof ApiError && error.metEverywhere) stopped.current = true;
        }
        setRun(now("running"));
      }
    };
    setRun(now("running"));
    await client.cancelQueries({ queryKey: monthQuery(mois).queryKey });
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const last = now(done + failures.length < files.length ? "stopped" : "finished");
    setRun(last);
    await client.invalidateQueries({ queryKey: [quittances.name] });
    finished.current(last);
  }

  return {
    run,
    start: (mois, files) => void start(mois, files),
    stop,
    retry: () =>
      run &&
      void start(
        run.mois,
        run.failures.map(({ file }) => file),
      ),
    dismiss: () => setRun(null),
  };
}

const withRow = (detail: QuittanceDetail) => (list: List<QuittanceRow> | undefined) => {
  if (!list || list.data.some((row) => row.id === detail.id)) return list;
  return { data: [...list.data, rowOf(detail)], total: list.total + 1 };
};
