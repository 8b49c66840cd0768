import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { TooMany } from "#domain/erreurs.ts";
import { described } from "#worker/http/api/described.ts";
import type { App } from "#worker/http/types.ts";
import { callerOf } from "./caller.ts";

/**
 * For each act whose number is limited per account and minute: its binding in `wrangler.toml`, and the words of its
 * refusal.
 */
const LIMITS = {
  mails: { binding: "MAIL_LIMIT", too: "de courriels" },
  uploads: { binding: "UPLOAD_LIMIT", too: "de fichiers envoyés" },
  documents: { binding: "DOCUMENT_LIMIT", too: "de documents demandés" },
  exports: { binding: "EXPORT_LIMIT", too: "d’exports" },
} as const;

const PERIOD = 60;

/**
 * Counts an act of {@link LIMITS} for the calling account.
 * @throws TooMany above the limit
 */
export async function count(c: Context<App>, what: keyof typeof LIMITS): Promise<void> {
  const { binding, too } = LIMITS[what];
  const { success } = await c.env[binding].limit({ key: String(c.var.session.user.id) });
  if (!success) throw new TooMany(PERIOD, too);
}

/** Guards a route, after `requires`: counts each call as an act of {@link LIMITS}. */
export const limited = (what: keyof typeof LIMITS) =>
  described(
    createMiddleware<App>(async (c, next) => {
      await count(c, what);
      await next();
    }),
    { refusals: [429], limit: what },
  );

/** Guards a public route: limits the calls of each address. */
export const limitedByAddress = described(
  createMiddleware<App>(async (c, next) => {
    const { success } = await c.env.VALIDATION_LIMIT.limit({ key: callerOf(c) });
    if (!success) throw new TooMany(PERIOD);
    await next();
  }),
  { refusals: [429] },
);
