import type { Context } from "hono";
import { lienSigne } from "#worker/files.ts";
import type { App } from "#worker/http/types.ts";

/** Gives the address, under `/files/`, of the file with this key. */
export type FileLink = (key: string) => string;

/**
 * Signed addresses, which need no token: each is valid ten minutes at most, and no longer than the session. Only a
 * record that the caller may read comes with such addresses.
 */
export const fileLinks =
  (c: Context<App>): FileLink =>
  (key) =>
    lienSigne(c.env.JWT_SECRET, { key, session: c.var.session.id, now: c.var.now });
