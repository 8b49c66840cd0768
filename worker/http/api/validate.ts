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

/** Whether the body is a form or a file: `json()` refuses it, and the routes that take files stream it. */
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
 * Refuses JSON bodies above 1 MB, even without an announced length. The body of a GET is not read: once read, even an
 * empty body could not be put back into the request.
 */
export const limitBody = createMiddleware<App>((c, next) =>
  isUpload(c) || !WITH_BODY.has(c.req.method) ? next() : limitJson(c, next).catch(brokenOff),
);

/** Throws a refusal unchanged, and `Unreadable` for any other error: the body could not be read. */
function brokenOff(error: unknown): never {
  throw error instanceof Refusal
    ? error
    : new Unreadable("Cette demande n’est pas arrivée entière.");
}

/**
 * Refuses a body that is not JSON, or whose header does not announce JSON: Hono would read the latter as an empty
 * body.
 */
export const requireJson = createMiddleware<App>(async (c, next) => {
  if (WITH_BODY.has(c.req.method) && !isUpload(c)) {
    const text = await c.req.text().catch(brokenOff);
    if (text === "") {
      // An empty body with the type JSON would be malformed, so the header is removed.
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

/** `.post("/", json(schema), …)`: the handler reads `c.req.valid("json")`, which is `{}` without a body. */
export function json<T extends z.core.$ZodType>(schema: T) {
  return described(
    zValidator("json", fromOutside(schema), (result, c) => {
      if (isUpload(c)) throw new WrongType(EXPECTED);
      if (!result.success) throw new Invalid(fieldsOf(result.error.issues));
    }),
    { body: schema },
  );
}

/** The version that the caller read, from the texts of a form or a query. */
export const versionOfTexts = ({ version, ...texts }: Record<string, string>): VersionLue =>
  parse(versionSeule, {
    ...texts,
    ...(version === undefined
      ? {}
      : { version: /^\d{1,15}$/.test(version) ? Number(version) : version }),
  });

/** The JSON body as it arrived, for a rule about fields outside the schema; null without a JSON body. */
export const receivedJson = (c: Context): Promise<Record<string, unknown> | null> =>
  isUpload(c) ? Promise.resolve(null) : c.req.json().catch(() => null);

const fromOutside = <T extends z.core.$ZodType>(schema: T) =>
  z.pipe(
    z.transform((body) => sansVides(body)),
    schema as unknown as z.core.$ZodType<z.output<T>, unknown>,
  );

/**
 * Parses a value from outside.
 * @throws Invalid with a message for each wrong field
 */
export function parse<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const result = z.safeParse(schema, sansVides(value));
  if (!result.success) throw new Invalid(fieldsOf(result.error.issues));
  return result.data;
}

/** A message for each wrong or unknown field. */
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

/** An identifier of the path, written as `1` and not as `01`, `1e3` or `-1`. */
export function idParam(c: Context, name = "id"): number {
  const text = c.req.param(name) ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Unreadable("Cet identifiant n’est pas valable.");
  return Number(text);
}

/** The `:state` of the path. */
export function stateParam(c: Context): boolean {
  const state = c.req.param("state");
  if (state !== "true" && state !== "false")
    throw new Unreadable("« true » ou « false » est attendu.");
  return state === "true";
}
