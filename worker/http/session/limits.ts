import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { TooMany } from "#domain/erreurs.ts";
import { described } from "#worker/http/api/described.ts";
import type { App } from "#worker/http/types.ts";
import { callerOf } from "./caller.ts";

/** The acts limited per account and minute (`wrangler.toml`), with the words of the refusals. */
const LIMITS = {
  mails: { binding: "MAIL_LIMIT", too: "de courriels" },
  uploads: { binding: "UPLOAD_LIMIT", too: "de fichiers envoyés" },
  documents: { binding: "DOCUMENT_LIMIT", too: "de documents demandés" },
  exports: { binding: "EXPORT_LIMIT", too: "d’exports" },
} as const;

const PERIOD = 60;

/** Counts one more of these acts for the calling account. @throws TooMany above the limit. */
export async function count(c: Context<App>, what: keyof typeof LIMITS): Promise<void> {
  const { binding, too } = LIMITS[what];
  const { success } = await c.env[binding].limit({ key: String(c.var.session.user.id) });
  if (!success) throw new TooMany(PERIOD, too);
}

/** The guard, after `requires`, of a route that does one of these acts. */
export const limited = (what: keyof typeof LIMITS) =>
  described(
    createMiddleware<App>(async (c, next) => {
      await count(c, what);
      await next();
    }),
    { refusals: [429], limit: what },
  );

/** The guard of a public route: it limits how often each address may call. */
export const limitedByAddress = described(
  createMiddleware<App>(async (c, next) => {
    const { success } = await c.env.VALIDATION_LIMIT.limit({ key: callerOf(c) });
    if (!success) throw new TooMany(PERIOD);
    await next();
  }),
  { refusals: [429] },
);
