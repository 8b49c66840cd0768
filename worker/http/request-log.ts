import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { motifDe } from "#worker/db/failures.ts";
import type { App } from "./types.ts";

/**
 * The pattern of the route: a real address holds keys of public pages, signatures, e-mails and names searched for,
 * which must stay out of logs.
 */
const asked = (c: Context<App>) => ({
  requestId: c.var.requestId,
  method: c.req.method,
  route: routePath(c, -1),
});

/** Gives every request an identifier, returned with its answer, and writes one log line for it. */
export const withRequestLog = createMiddleware<App>(async (c, next) => {
  const start = Date.now();
  c.set("requestId", crypto.randomUUID());
  await next();
  c.header("X-Request-Id", c.var.requestId);
  console.log(JSON.stringify({ ...asked(c), status: c.res.status, ms: Date.now() - start }));
});

/** Writes why a request failed, under its identifier. */
export function logFailure(c: Context<App>, error: Error): void {
  console.error(JSON.stringify({ ...asked(c), error: motifDe(error) }));
}
