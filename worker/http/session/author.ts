import type { Context } from "hono";
import type { App } from "#worker/http/types.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { Auteur } from "#worker/operations/historique/history.ts";

/** The signed-in caller and the instant, for the history. */
export const authorOf = (c: Context<App>): Auteur & { user: string } => ({
  user: c.var.session.user.email,
  now: c.var.now,
});

/** The context of an operation that a signed-in caller asks for. */
export const contextOf = (c: Context<App>): Contexte & { user: string } => ({
  env: c.env,
  db: c.var.db,
  today: c.var.today,
  ...authorOf(c),
});
