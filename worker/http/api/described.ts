import { createMiddleware } from "hono/factory";
import type * as z from "zod/mini";
import type { Action } from "#domain/profils/droits.ts";

/**
 * `compte`: the caller's own account, the only right while the password must be changed. `facteurs`: the caller's own
 * second factors, allowed too while a second factor must be added.
 */
export type Need = Action | "compte" | "facteurs";

/** Visitors of the pages that a link opens: an owner, the accountant, a signer. */
export type Visit = "visiteProprietaire" | "visiteComptable" | "visiteSignature";

type Success = 200 | 201 | 204 | 206;

/** The description of a route, for the documents of the API; it changes nothing in the way the route works. */
export interface Description {
  summary?: string;
  /** The right that the caller needs; `visite…`: a visit to that private page; null when anyone may call. */
  need?: Need | Visit | null;
  /** Whether the caller must have given the password within the last minutes. */
  confirmed?: boolean;
  /** The name of the rate limit, counted per account and minute. */
  limit?: string;
  /** The schema of the JSON body; the middleware `json()` adds it. */
  body?: z.core.$ZodType;
  /** The fields of `body` whose values come from the path instead. */
  fromPath?: string[];
  /** The parts of a form that are files; `form` describes the texts beside them. */
  files?: string[];
  form?: z.core.$ZodType;
  /** Whether the body is the bytes of a file. */
  bytes?: boolean;
  query?: Record<string, z.core.$ZodType>;
  success?: Success | Success[];
  /** Whether a successful response contains a list. */
  list?: boolean;
  /** The fields of the record in a successful response, without those that every record has. */
  record?: z.core.$ZodType;
  /** The name of the resource that the record belongs to. */
  name?: string;
  /** The media type of the file in a successful response. */
  media?: string;
  /** The HTTP statuses of refusals that the other fields of this description do not imply. */
  refusals?: number[];
}

const descriptions = new WeakMap<object, Description>();

export function described<Handler extends object>(
  handler: Handler,
  description: Description,
): Handler {
  descriptions.set(handler, description);
  return handler;
}

export const descriptionOf = (handler: object): Description => descriptions.get(handler) ?? {};

/**
 * The first handler of a route, which only describes the route: its effect in a sentence, and the facts that no other
 * handler describes.
 */
export const says = (summary: string, more: Omit<Description, "summary"> = {}) =>
  described(
    createMiddleware((_, next) => next()),
    { summary, ...more },
  );
