import type { Context } from "hono";
import type { App } from "#worker/http/types.ts";
import type { FaitAdministrateur, GenreAvis } from "#worker/mail/avis-de-profil.ts";
import { annoncerAdministrateur } from "#worker/operations/courriels/avis-administrateurs.ts";
import { prevenir } from "#worker/operations/courriels/avis-de-profil.ts";
import { contextOf } from "./author.ts";
import { deviceOf } from "./device.ts";

/** Mails the holder of an account about a change of that account; the response does not wait for the mail. */
export function tellAccount(c: Context<App>, genre: GenreAvis, email: string): void {
  const { db, now } = c.var;
  c.executionCtx.waitUntil(
    prevenir({ env: c.env, db, now }, { genre, email, device: deviceOf(c) }),
  );
}

/**
 * Mails the other administrators about a change of an administrator's account; the response does not wait for the
 * mails.
 */
export function tellAdministrators(c: Context<App>, fait: FaitAdministrateur, email: string): void {
  c.executionCtx.waitUntil(annoncerAdministrateur(contextOf(c), { fait, email }));
}
