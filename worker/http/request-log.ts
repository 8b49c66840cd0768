import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { motifDe } from "#worker/db/failures.ts";
import type { App } from "./types.ts";

/**
 * The route that answers, as the router spells it: an address holds keys of public pages, signatures,
 * e-mails and names searched for, which no log may keep.
 */
const asked = (c: Context<App>) => ({
  requestId: c.var.requestId,
  method: c.req.method,
  route: routePath(c, -1),
});

/** Gives every request an identifier, which its answer carries, and writes one line of it in the log. */
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
