import type { Context } from "hono";
import { lienSigne } from "#worker/files.ts";
import type { App } from "./types.ts";

/** The address, under `/files/`, of the file that has this key. */
export type FileLink = (key: string) => string;

/** Addresses that work without a token for ten minutes: whoever gets them was allowed to read the record. */
export const fileLinks =
  (c: Context<App>): FileLink =>
  (key) =>
    lienSigne(c.env.JWT_SECRET, key, c.var.now);
