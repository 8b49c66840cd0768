import { createMiddleware } from "hono/factory";
import { described, type Need } from "#worker/http/api/described.ts";
import type { App } from "#worker/http/types.ts";
import { marquerVue } from "#worker/operations/profils/sessions.ts";
import { Session } from "./session.ts";
import { readToken } from "./token.ts";

/** Gives every request its session. A success becomes a failure when no access rule allowed the call. */
export const withSession = createMiddleware<App>(async (c, next) => {
  const token = await readToken(c.req.header("Authorization"), c.env.JWT_SECRET);
  const session = new Session(c.var.db, token);
  c.set("session", session);
  await next();
  if (!session.decided && c.res.ok) {
    throw new Error("No access rule");
  }
  if (session.mustBeMarked(c.var.now)) {
    // The response does not wait for the note that the session was just used; a failure of this note is ignored.
    c.executionCtx.waitUntil(marquerVue(c.var, session.id).catch(() => {}));
  }
});

/** Guards a route that writes or computes: refuses before its handler runs. */
export const requires = (need: Need) =>
  described(
    createMiddleware<App>(async (c, next) => {
      await c.var.session.authorize(need);
      await next();
    }),
    { need },
  );

/**
 * Guards a route, after `requires`: unless the caller gave the password within the last minutes, refuses with 403
 * `confirmation`.
 */
export const confirmed = described(
  createMiddleware<App>(async (c, next) => {
    c.var.session.requireConfirmed(c.var.now);
    await next();
  }),
  { confirmed: true },
);

export const openToAll = described(
  createMiddleware<App>(async (c, next) => {
    c.var.session.open();
    await next();
  }),
  { need: null },
);
