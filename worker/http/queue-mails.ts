import type { Context } from "hono";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import { motifDe } from "#worker/db/failures.ts";
import { mettreCourrielsEnFile } from "#worker/operations/courriels/file-attente.ts";
import { oublierPdfs } from "#worker/operations/quittances/quittance-pdf.ts";
import type { App } from "./types.ts";

/** Queues these mails; the response does not wait. The daily run sends those that the queue refuses. */
export function queueMails(c: Context<App>, mails: readonly CourrielAPartir[]): void {
  if (mails.length === 0) return;
  c.executionCtx.waitUntil(
    mettreCourrielsEnFile({ env: c.env, now: new Date() }, mails).catch((error: unknown) => {
      const ids = mails.map(({ id }) => id);
      console.error(JSON.stringify({ message: "Mails not queued", ids, error: motifDe(error) }));
    }),
  );
}

interface Effets {
  courriels: readonly CourrielAPartir[];
  /** The keys of the papers to delete; null where there was none. */
  anciensPdf: readonly (string | null)[];
}

/** Applies the effects of a change of payments: queues the mails, and deletes the outdated papers. */
export function followUp(c: Context<App>, { courriels, anciensPdf }: Effets): void {
  queueMails(c, courriels);
  c.executionCtx.waitUntil(oublierPdfs(c, anciensPdf));
}
