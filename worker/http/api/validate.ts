import { zValidator } from "@hono/zod-validator";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import fr from "zod/v4/locales/fr.js";
import { Invalid, Refusal, TooLarge, Unreadable, WrongType } from "#domain/erreurs.ts";
import { sansVides, type VersionLue, versionSeule } from "#domain/fields.ts";
import type { App } from "#worker/http/types.ts";
import { described } from "./described.ts";

z.config(fr());

const JSON_BODY_MAX = 1024 * 1024;

const EXPECTED = "Un corps JSON (application/json) est attendu.";

/** Whether the body is a file: only the routes that stream it read it, and `json()` refuses it. */
const isUpload = (c: Context) =>
  /^(multipart\/form-data|application\/octet-stream)\s*(;|$)/i.test(
    c.req.header("Content-Type") ?? "",
  );

const limitJson = bodyLimit({
  maxSize: JSON_BODY_MAX,
  onError: () => {
    throw new TooLarge();
  },
});

/**
 * Refuses JSON bodies above 1 MB, whether or not they announce their length. The body of a method that takes none is
 * never read: a chunked one, even empty, could not be put back into such a request.
 */
export const limitBody = createMiddleware<App>((c, next) =>
  isUpload(c) || !WITH_BODY.has(c.req.method) ? next() : limitJson(c, next).catch(brokenOff),
);

/** Only faults of the reading become `Unreadable`; the handler's own errors pass. */
function brokenOff(error: unknown): never {
  throw error instanceof Refusal
    ? error
    : new Unreadable("Cette demande n’est pas arrivée entière.");
}

/** A body must be JSON and say so: anything else would be read as an empty one. */
export const requireJson = createMiddleware<App>(async (c, next) => {
  if (WITH_BODY.has(c.req.method) && !isUpload(c)) {
    const text = await c.req.text().catch(brokenOff);
    if (text === "") {
      // An empty body announced as JSON would be malformed, so the header is removed.
      const headers = new Headers(c.req.raw.headers);
      headers.delete("Content-Type");
      c.req.raw = new Request(c.req.raw.url, { method: c.req.method, headers });
    } else {
      if (!/^application\/json\s*(;|$)/i.test(c.req.header("Content-Type") ?? "")) {
        throw new WrongType(EXPECTED);
      }
      await c.req.json().catch(() => {
        throw new Unreadable("Ce JSON est illisible.");
      });
    }
  }
  await next();
});

const WITH_BODY = new Set(["POST", "PUT", "DELETE"]);

/** `.post("/", json(schema), …)`: the handler reads `c.req.valid("json")`; no body reads as `{}`. */
export function json<T extends z.core.$ZodType>(schema: T) {
  return described(
    zValidator("json", fromOutside(schema), (result, c) => {
      if (isUpload(c)) throw new WrongType(EXPECTED);
      if (!result.success) throw new Invalid(fieldsOf(result.error.issues));
    }),
    { body: schema },
  );
}

/** The version on which a change is based, from texts. */
export const versionOfTexts = ({ version, ...texts }: Record<string, string>): VersionLue =>
  parse(versionSeule, {
    ...texts,
    ...(version === undefined
      ? {}
      : { version: /^\d{1,15}$/.test(version) ? Number(version) : version }),
  });

/** The JSON body as it was received, for a rule about fields outside its schema; null when there is none. */
export const receivedJson = (c: Context): Promise<Record<string, unknown> | null> =>
  isUpload(c) ? Promise.resolve(null) : c.req.json().catch(() => null);

const fromOutside = <T extends z.core.$ZodType>(schema: T) =>
  z.pipe(
    z.transform((body) => sansVides(body)),
    schema as unknown as z.core.$ZodType<z.output<T>, unknown>,
  );

/** Parses a value from outside; throws `Invalid` with one message a field. */
export function parse<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const result = z.safeParse(schema, sansVides(value));
  if (!result.success) throw new Invalid(fieldsOf(result.error.issues));
  return result.data;
}

/** One message a field; an unknown field is named. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  // Without a prototype, `__proto__` is an ordinary name.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of issues) {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) fields[[...path, key].join(".")] = "Champ inconnu.";
    } else {
      fields[path.join(".")] ??= issue.message;
    }
  }
  return fields;
}

/** The identifier in the path: `1`, not `01`, `1e3` or `-1`. */
export function idParam(c: Context, name = "id"): number {
  const text = c.req.param(name) ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Unreadable("Cet identifiant n’est pas valable.");
  return Number(text);
}

/** `true` or `false`: the state that a path names. */
export function stateParam(c: Context): boolean {
  const state = c.req.param("state");
  if (state !== "true" && state !== "false")
    throw new Unreadable("« true » ou « false » est attendu.");
  return state === "true";
}
