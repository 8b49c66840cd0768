import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { motifDe } from "#worker/db/failures.ts";
import type { App } from "./types.ts";

/**
 * The request as logs show it: the pattern of its route instead of its address, which may contain keys of public
 * pages, signatures of files' addresses, e-mails or searched names.
 */
const asked = (c: Context<App>) => ({
  requestId: c.var.requestId,
  method: c.req.method,
  route: routePath(c, -1),
});

/** Gives every request an identifier, which its response returns, and writes one log line about it. */
export const withRequestLog = createMiddleware<App>(async (c, next) => {
  const start = Date.now();
  c.set("requestId", crypto.randomUUID());
  await next();
  c.header("X-Request-Id", c.var.requestId);
  console.log(JSON.stringify({ ...asked(c), status: c.res.status, ms: Date.now() - start }));
});

/** Logs the cause of a failed request, under the identifier of the request. */
export function logFailure(c: Context<App>, error: Error): void {
  console.error(JSON.stringify({ ...asked(c), error: motifDe(error) }));
}
