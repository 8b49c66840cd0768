import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Mois } from "#domain/dates.ts";
import type { DossierAQuittancer } from "#domain/quittances/a-quittancer.ts";
import type { CourrielEnAttente } from "#domain/quittances/courriel.ts";
import { LOT_A_GENERER } from "#domain/quittances/limites.ts";
import { generateLot, pagesOfDossiers, quittances } from "#web/entities/quittances/quittances.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { readAgain } from "#web/lib/server/query-client.ts";

export interface Told {
  dossier: DossierAQuittancer;
  reason: string;
}

export interface Run {
  mois: Mois;
  total: number;
  made: number;
  failures: readonly Told[];
  /** The warnings of the receipts made. */
  warnings: readonly Told[];
  /** The mails of these receipts that are not sent yet. */
  waiting: readonly CourrielEnAttente[];
  /** The instant at which the last mail is sent; null when none can be cancelled. */
  leavesAt: string | null;
  status: "running" | "stopped" | "finished";
}

export interface Generation {
  run: Run | null;
  start(mois: Mois, dossiers: readonly DossierAQuittancer[]): void;
  /** Stops after the request under way. */
  stop(): void;
  retry(): void;
  /** Called once the mails were sent or cancelled; failures and warnings stay on screen. */
  mailsGone(): void;
  dismiss(): void;
}

const UNFORESEEN = 500;
const NOT_REFUSED = { metEverywhere: false, status: 0 };

/**
 * Makes the receipts of several dossiers in lots. A failed lot does not stop the others, unless the session is over,
 * a right is missing or the server does not answer.
 */
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

  async function start(mois: Mois, dossiers: readonly DossierAQuittancer[]): Promise<void> {
    const lots = lotsOf(dossiers, LOT_A_GENERER);
    const failures: Told[] = [];
    const warnings: Told[] = [];
    const waiting: CourrielEnAttente[] = [];
    let made = 0;
    stopped.current = false;
    const now = (status: Run["status"]): Run => ({
      mois,
      total: dossiers.length,
      made,
      failures: [...failures],
      warnings: [...warnings],
      waiting: [...waiting],
      leavesAt: waiting.reduce<string | null>(latest, null),
      status,
    });
    setRun(now("running"));
    for (let lot = lots.shift(); lot && !stopped.current; lot = lots.shift()) {
      try {
        const { faites, refusees } = await generateLot(
          lot.map(({ id }) => id),
          mois,
        );
        made += faites.length;
        // Receipts that were already there are left out: this run neither cancels their mails nor shows their
        // warnings.
        const own = faites.filter(({ nouvelle }) => nouvelle);
        waiting.push(...own.flatMap(({ courriel }) => courriel ?? []));
        const reasons = new Map(refusees.map(({ DossierId, motif }) => [DossierId, motif]));
        for (const dossier of lot) {
          const reason = reasons.get(dossier.id);
          if (reason) failures.push({ dossier, reason });
          const made = own.find(({ DossierId }) => DossierId === dossier.id);
          for (const warning of made?.avertissements ?? [])
            warnings.push({ dossier, reason: warning });
        }
      } catch (error) {
        const { metEverywhere, status } = error instanceof ApiError ? error : NOT_REFUSED;
        if (metEverywhere) stopped.current = true;
        // A single dossier may make the whole lot fail, so the two halves of the lot are tried separately.
        if (status === UNFORESEEN && lot.length > 1) lots.unshift(...halvesOf(lot));
        else failures.push(...lot.map((dossier) => ({ dossier, reason: reasonOf(error) })));
      }
      setRun(now("running"));
      // Reads the page on screen again, without restarting a reading under way.
      const page = { queryKey: pagesOfDossiers };
      void client.invalidateQueries(page, { cancelRefetch: false });
    }
    const last = now(made + failures.length < dossiers.length ? "stopped" : "finished");
    setRun(last);
    await readAgain([quittances.name]);
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
    mailsGone: () =>
      setRun((done) => (done && stays(done) ? { ...done, waiting: [], leavesAt: null } : null)),
    dismiss: () => setRun(null),
  };
}

/** Whether the report of a run stays on screen at its end, because it has failures or warnings. */
export const stays = ({ failures, warnings }: Pick<Run, "failures" | "warnings">): boolean =>
  failures.length + warnings.length > 0;

const halvesOf = <T>(lot: readonly T[]) => {
  const middle = Math.ceil(lot.length / 2);
  return [lot.slice(0, middle), lot.slice(middle)];
};

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "Échec");

const latest = (last: string | null, { partLe }: CourrielEnAttente) =>
  partLe !== null && (last === null || partLe > last) ? partLe : last;
