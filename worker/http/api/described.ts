import { createMiddleware } from "hono/factory";
import type * as z from "zod/mini";
import type { Action } from "#domain/profils/droits.ts";

/**
 * `compte` is one's own account, all that is left while the password must be changed; `facteurs` are one's own second
 * factors: with the account, all that is left while one must be added.
 */
export type Need = Action | "compte" | "facteurs";

type Success = 200 | 201 | 204 | 206;

/** The description of a route by one of its handlers, for those who read the router; it decides nothing. */
export interface Description {
  summary?: string;
  /** The right that the caller needs; `visite`: an owner who opened his page; null when anyone may call. */
  need?: Need | "visite" | null;
  /** The password must have been given within the last minutes. */
  confirmed?: boolean;
  /** The name of its limit, counted for each account and minute. */
  limit?: string;
  /** The schema of the JSON body, told by `json()`. */
  body?: z.core.$ZodType;
  /** Fields of `body` that the path gives. */
  fromPath?: string[];
  /** Parts of a form that are files, and the fields beside them. */
  files?: string[];
  form?: z.core.$ZodType;
  /** The body is the bytes of a file. */
  bytes?: boolean;
  query?: Record<string, z.core.$ZodType>;
  success?: Success | Success[];
  /** The success holds a list. */
  list?: boolean;
  /** The fields of the record that the success holds, beside those every record has. */
  record?: z.core.$ZodType;
  /** The resource of that record. */
  name?: string;
  /** The success is a file of this type. */
  media?: string;
  /** Refusals besides those that follow from the rest. */
  refusals?: number[];
}

const descriptions = new WeakMap<object, Description>();

/** The same handler, which now tells this. */
export function described<Handler extends object>(
  handler: Handler,
  description: Description,
): Handler {
  descriptions.set(handler, description);
  return handler;
}

export const descriptionOf = (handler: object): Description => descriptions.get(handler) ?? {};

/** Comes first on a route: one sentence on its effect, and the facts that its other handlers cannot tell. */
export const says = (summary: string, more: Omit<Description, "summary"> = {}) =>
  described(
    createMiddleware((_, next) => next()),
    { summary, ...more },
  );
