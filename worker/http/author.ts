import type { Context } from "hono";
import type { Auteur } from "#worker/operations/historique/history.ts";
import type { App } from "./types.ts";

/** The caller and the instant, as operations write them into the history. */
export const authorOf = (c: Context<App>): Auteur & { user: string } => ({
  user: c.var.session.user.email,
  now: c.var.now,
});
