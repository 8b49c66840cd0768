import type { Context } from "hono";
import { lienSigne } from "#worker/files.ts";
import type { App } from "#worker/http/types.ts";

/** The address, under `/files/`, of the file with this key. */
export type FileLink = (key: string) => string;

/**
 * The addresses of files that work without a token, for ten minutes or until the session ends. They are given only with
 * a record that the caller may read.
 */
export const fileLinks =
  (c: Context<App>): FileLink =>
  (key) =>
    lienSigne(c.env.JWT_SECRET, { key, session: c.var.session.id, now: c.var.now });
