import { openDb } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { scellerEtAncrer } from "#worker/operations/historique/ancres.ts";

/** At most one sealing every two seconds: lines written meanwhile are sealed together. */
const WAIT_MS = 2_000;
/** The maximum number of pages that one call seals; the daily run seals the remaining ones. */
const PAGES = 10;

/** The GETs that write and ask for a sealing; the lines that other GETs write wait for the next sealing. */
const WRITING_GET = /\/(switchState|generate)(?![^/?#])/;

/** Whether the history is sealed after this request, because the request may write lines of history. */
export const writes = ({ method, url }: Request): boolean =>
  method === "GET" ? WRITING_GET.test(url) : method !== "HEAD" && method !== "OPTIONS";

/** The instant, in milliseconds, at which the last planned sealing of this isolate begins. */
let next = 0;

/**
 * Waits two seconds, then seals the history; returns at once while another call of this isolate waits. After a
 * failure, the next write also seals the lines not sealed yet.
 */
export async function sealSoon(env: Env): Promise<void> {
  if (Date.now() < next) return;
  next = Date.now() + WAIT_MS;
  await scheduler.wait(WAIT_MS);
  await scellerEtAncrer({ env, db: openDb(env) }, PAGES);
}
