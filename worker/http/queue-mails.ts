import type { Context } from "hono";
import { motifDe } from "#worker/db/failures.ts";
import { mettreCourrielsEnFile } from "#worker/operations/file-attente.ts";
import type { App } from "./types.ts";

/** Queues the mails that wait because of a change; those that could not be are swept by the daily run. */
export function queueMails(c: Context<App>, CourrielIds: number[]): void {
  if (CourrielIds.length === 0) return;
  c.executionCtx.waitUntil(
    mettreCourrielsEnFile(c.env, CourrielIds).catch((error: unknown) => {
      console.error(
        JSON.stringify({ message: "Mails not queued", CourrielIds, error: motifDe(error) }),
      );
    }),
  );
}
