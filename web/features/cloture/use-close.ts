import { useCallback, useEffect, useRef, useState } from "react";
import type { CompteRenduRow, ValidationDeCompte } from "#domain/gerance/cloture/compte-rendu.ts";
import { TOUCHED_BY_CLOSE, validateAccounts } from "#web/entities/cloture/comptes-rendus.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { readAgain } from "#web/lib/server/query-client.ts";

/** The count of accounts that one call validates; the screen shows the progress after each call. */
const AT_ONCE = 25;

export interface Refused {
  row: CompteRenduRow;
  reason: string;
}

export interface CloseRun {
  total: number;
  done: readonly CompteRenduRow[];
  refused: readonly Refused[];
  status: "running" | "stopped" | "finished";
}

export interface Close {
  run: CloseRun | null;
  start(rows: readonly CompteRenduRow[]): void;
  /** Stops once the call under way has ended. */
  stop(): void;
  dismiss(): void;
}

/** Why an account was not validated, in French. */
export function reasonOf(outcome: ValidationDeCompte | undefined): string {
  if (outcome?.resultat === "deja") return "déjà validé par quelqu’un d’autre.";
  return outcome?.raison ?? "il n’existe plus.";
}

export function useClose(): Close {
  const [run, setRun] = useState<CloseRun | null>(null);
  const stopped = useRef(false);
  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  useEffect(() => stop, [stop]);

  async function start(rows: readonly CompteRenduRow[]): Promise<void> {
    const done: CompteRenduRow[] = [];
    const refused: Refused[] = [];
    stopped.current = false;
    const show = (status: CloseRun["status"]) =>
      setRun({ total: rows.length, done: [...done], refused: [...refused], status });
    show("running");
    for (const group of lotsOf(rows, AT_ONCE)) {
      if (stopped.current) break;
      try {
        const told = await validateAccounts(group.map(({ id }) => id));
        for (const row of group) {
          const outcome = told.find(({ id }) => id === row.id);
          if (outcome?.resultat === "valide") done.push(row);
          else refused.push({ row, reason: reasonOf(outcome) });
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : "Échec";
        refused.push(...group.map((row) => ({ row, reason })));
        if (error instanceof ApiError && error.metEverywhere) stopped.current = true;
      }
      show("running");
    }
    await readAgain(TOUCHED_BY_CLOSE);
    show(done.length + refused.length < rows.length ? "stopped" : "finished");
  }

  return { run, start: (rows) => void start(rows), stop, dismiss: () => setRun(null) };
}
