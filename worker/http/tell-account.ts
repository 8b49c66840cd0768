import type { Context } from "hono";
import type { GenreAvis } from "#worker/mail/avis-de-compte.ts";
import { prevenir } from "#worker/operations/avis-de-compte.ts";
import { deviceOf } from "./device.ts";
import type { App } from "./types.ts";

/** Tells an account by mail what was done to it here, once the answer has left. */
export function tellAccount(c: Context<App>, genre: GenreAvis, email: string): void {
  const { db, now } = c.var;
  c.executionCtx.waitUntil(prevenir(c.env, db, { genre, email, device: deviceOf(c), now }));
}
