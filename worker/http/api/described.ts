import { createMiddleware } from "hono/factory";
import type * as z from "zod/mini";
import type { Action } from "#domain/profils/droits.ts";

/**
 * `compte` is one's own account, the only thing left while the password must be changed. `facteurs` are one's own
 * second factors; with the account, they are all that is left while a second factor must be added.
 */
export type Need = Action | "compte" | "facteurs";

/** The visitors of the pages opened by a link: an owner, the accountant, a signer. */
export type Visit = "visiteProprietaire" | "visiteComptable" | "visiteSignature";

type Success = 200 | 201 | 204 | 206;

/** The words of a handler about its route, for readers of the router; it decides nothing. */
export interface Description {
  summary?: string;
  /** The right that the caller needs; `visite…`: a visitor of that private page; null when anyone may call. */
  need?: Need | Visit | null;
  /** Whether the password must have been given within the last minutes. */
  confirmed?: boolean;
  /** The name of the limit of the route, counted for each account and minute. */
  limit?: string;
  /** The schema of the JSON body, told by `json()`. */
  body?: z.core.$ZodType;
  /** Fields of `body` that the path gives. */
  fromPath?: string[];
  /** The parts of a form that are files; `form` has the texts beside them. */
  files?: string[];
  form?: z.core.$ZodType;
  /** The body is the bytes of a file. */
  bytes?: boolean;
  query?: Record<string, z.core.$ZodType>;
  success?: Success | Success[];
  /** The success holds a list. */
  list?: boolean;
  /** The fields of the record in the answer, apart from those that every record has. */
  record?: z.core.$ZodType;
  /** The resource of that record. */
  name?: string;
  /** The success is a file of this type. */
  media?: string;
  /** Refusals besides those that follow from the rest. */
  refusals?: number[];
}

const descriptions = new WeakMap<object, Description>();

/** Attaches the description to the handler, and returns the handler. */
export function described<Handler extends object>(
  handler: Handler,
  description: Description,
): Handler {
  descriptions.set(handler, description);
  return handler;
}

export const descriptionOf = (handler: object): Description => descriptions.get(handler) ?? {};

/** The first handler of a route: one sentence on its effect, and the facts that its other handlers cannot give. */
export const says = (summary: string, more: Omit<Description, "summary"> = {}) =>
  described(
    createMiddleware((_, next) => next()),
    { summary, ...more },
  );
