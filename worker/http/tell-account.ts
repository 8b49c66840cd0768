import type { Context } from "hono";
import type { FaitAdministrateur, GenreAvis } from "#worker/mail/avis-de-compte.ts";
import { annoncerAdministrateur } from "#worker/operations/courriels/avis-administrateurs.ts";
import { prevenir } from "#worker/operations/courriels/avis-de-compte.ts";
import { deviceOf } from "./device.ts";
import type { App } from "./types.ts";

/** Tells an account by mail about a change made to it here, once the answer has left. */
export function tellAccount(c: Context<App>, genre: GenreAvis, email: string): void {
  const { db, now } = c.var;
  c.executionCtx.waitUntil(prevenir(c.env, db, { genre, email, device: deviceOf(c), now }));
}

/** Tells the other administrators by mail about a change made here to the account of one, once the answer has left. */
export function tellAdministrators(c: Context<App>, fait: FaitAdministrateur, email: string): void {
  const { db, now, session } = c.var;
  const told = { fait, email, user: session.user.email, now };
  c.executionCtx.waitUntil(annoncerAdministrateur(c.env, db, told));
}
