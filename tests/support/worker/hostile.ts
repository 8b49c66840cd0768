import fc from "fast-check";
import type { OpenApi, Operation } from "#worker/http/api/openapi.ts";

type Schema = Operation["parameters"][number]["schema"];

/** One call to the API, well-formed or not. */
export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | FormData | Uint8Array | null;
}

/** Identifiers are drawn from 1 to this number, because the records of the tests are likely to have them. */
const MANY = 5;

/** Values that forms do not send. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    "",
    "   ",
    "\0",
    "\ud800",
    "a\r\nBcc: x@exemple.fr",
    '\'; DROP TABLE "Client"; --',
    "%_\\",
    "🏠".repeat(300),
    "x".repeat(100_000),
    "2026-02-30",
    "0000-00-00",
    "9999-12-31",
    -1,
    0,
    -0,
    0.001,
    1e21,
    1e308,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    true,
    [],
    {},
    [[[[[]]]]],
    { $gt: "" },
    { toString: null },
    ["a", "b"],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const hostileSegment = fc.oneof(
  fc.constantFrom(
    ...["0", "-1", "01", "1e3", "1.5", "999999", "9007199254740993", "99999999999999999999"],
    ...["%00", "%ff", "..%2f..", "%2e%2e", "null", "true", "é", "' OR 1=1", "a".repeat(3000)],
    ...["constructor", "__proto__", "hasOwnProperty", "13-2026", "00-0000"],
  ),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed()) || "_"),
);

/** A value that the schema allows, as far as the schema says. */
function allowed(schema: Schema, name = ""): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => allowed(one as Schema, name)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => allowed({ ...schema, type } as Schema, name)));
  }
  const { minimum = -1000, maximum = 1_000_000, multipleOf = 0.5 } = schema;
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return /(^id|Id|^defaultContact|^mariage)$/.test(name)
        ? fc.integer({ min: 1, max: MANY })
        : fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, 1_000_000) });
    case "number":
      return fc
        .integer({ min: 0, max: Math.floor((Math.min(maximum, 1e9) - minimum) / multipleOf) })
        .map((n) => Number((minimum + n * multipleOf).toFixed(4)));
    case "string":
      return text(schema);
    case "array":
      return fc.array(allowed((schema.items ?? {}) as Schema), { maxLength: 3 });
    case "object":
      return fields(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function text({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === "date") {
    return fc
      .date({ min: new Date("1990-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (format === "date-time") return fc.constant("2026-01-01T00:00:00.000Z");
  if (format === "email") return fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.fr$/);
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((one) => one.slice(0, maxLength));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 40) });
}

function fields({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const model = Object.fromEntries(
    Object.entries(properties)
      // A random version would always be stale: only the spoilt bodies hold a version.
      .filter(([name]) => name !== "updatedAt" && name !== "version")
      .map(([name, schema]) => [name, allowed(schema as Schema, name)]),
  );
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

/** The text of a body: right for this schema, spoilt in places, or anything. */
function sent(schema: Schema): fc.Arbitrary<string> {
  const right = fields(schema);
  const names = [...Object.keys(schema.properties ?? {}), "id", "__proto__", "constructor", "role"];
  const spoilt = fc
    .tuple(
      right,
      fc.array(fc.tuple(fc.constantFrom(...names), hostile), { minLength: 1, maxLength: 3 }),
    )
    .map(([body, changes]) => ({ ...body, ...Object.fromEntries(changes) }));
  const lacking = fc
    .tuple(right, fc.constantFrom(...names))
    .map(([body, name]) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)),
    );
  return fc.oneof(
    { weight: 5, arbitrary: right.map((body) => JSON.stringify(body)) },
    { weight: 4, arbitrary: spoilt.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: lacking.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "[", "{}{}", "\u0000", '{"a":1,}', "NaN") },
  );
}

const JSON_TYPE = { "Content-Type": "application/json" };

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(JSON_TYPE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      {},
      { "Content-Type": "text/plain" },
      { "Content-Type": "multipart/form-data" },
      { "Content-Type": "application/octet-stream" },
      { "Content-Type": "application/json; charset=utf-16" },
    ),
  },
);

/** `FormData` refuses a name that ends with a backslash: the suffix avoids it. */
const FILE_NAME = fc.string({ unit: "grapheme", maxLength: 30 }).map((nom) => `${nom}.png`);

function form(schema: Schema): fc.Arbitrary<FormData> {
  const parts = Object.entries(schema.properties ?? {});
  return fc
    .tuple(fc.uint8Array({ maxLength: 200 }), FILE_NAME, fields(schema))
    .map(([bytes, nom, values]) => {
      const made = new FormData();
      for (const [name, part] of parts) {
        if ((part as Schema).format === "binary") {
          made.append(name, new File([bytes as Uint8Array<ArrayBuffer>], nom));
        } else {
          const value: unknown = Object.entries(values).find(([key]) => key === name)?.[1];
          if (value !== undefined && value !== null) made.append(name, String(value));
        }
      }
      return made;
    });
}

type Body = Pick<Call, "headers" | "body">;

function bodyOf({ requestBody }: Operation): fc.Arbitrary<Body> {
  const kinds = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]): fc.Arbitrary<Body> => {
      if (type === "multipart/form-data") {
        return form(schema).map((body) => ({ headers: {}, body }));
      }
      if (type === "application/octet-stream") {
        return fc
          .uint8Array({ maxLength: 500 })
          .map((body) => ({ headers: { "Content-Type": type }, body }));
      }
      return fc.record({ headers, body: sent(schema) });
    },
  );
  return kinds.length > 0 ? fc.oneof(...kinds) : fc.constant({ headers: {}, body: null });
}

function pathOf(path: string, { parameters }: Operation): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const segments = inPath.map(({ schema, name }) =>
    fc.oneof(
      {
        weight: 12,
        arbitrary: allowed(schema, /Id$/.test(name) ? name : `${name}Id`).map(
          (value) => encodeURIComponent(String(value).toWellFormed()) || "_",
        ),
      },
      { weight: 1, arbitrary: hostileSegment },
    ),
  );
  return fc
    .tuple(...segments)
    .map((values) =>
      inPath.reduce(
        (made, { name }, rank) => made.replace(`{${name}}`, () => values[rank] ?? ""),
        path,
      ),
    );
}

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  if (inQuery.length === 0) return fc.constant("");
  const known = inQuery.map(({ name, schema }) =>
    fc
      .oneof(
        {
          weight: 5,
          arbitrary: allowed(schema, name).map((value) =>
            encodeURIComponent(String(value).toWellFormed()),
          ),
        },
        { weight: 1, arbitrary: hostileSegment },
      )
      .map((value) => `${name}=${value}`),
  );
  const unknown = fc.constantFrom("__proto__=1", "toString=x", "page=1&page=2", "q[]=a", "=", "&&");
  return fc
    .array(
      fc.oneof({ weight: 9, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: unknown }),
      {
        maxLength: 4,
      },
    )
    .map((chosen) => (chosen.length > 0 ? `?${chosen.join("&")}` : ""));
}

/** Calls of one operation of the OpenAPI document: right, nearly right, hostile. */
export function callsOf(method: string, path: string, operation: Operation): fc.Arbitrary<Call> {
  return fc
    .tuple(pathOf(path, operation), queryOf(operation), bodyOf(operation))
    .map(([made, query, { headers, body }]) => ({
      method: method.toUpperCase(),
      path: `${made}${query}`,
      headers,
      body,
    }));
}

export const operationsOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
