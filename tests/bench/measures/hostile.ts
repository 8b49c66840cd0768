import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createClient } from "@libsql/client/web";
import fc from "fast-check";
import { type Role, roles } from "#domain/profils/droits.ts";
import type { OpenApi } from "#worker/http/api/openapi.ts";
import { hashPassword } from "#worker/operations/profils/mot-de-passe.ts";
import { type Call, callsOf, operationsOf } from "../../support/worker/hostile.ts";
import type { Figure } from "../figures.ts";
import { furnish } from "../house/agency.ts";
import { MOIS } from "../house/data.ts";
import { type House, openHouse } from "../house/house.ts";

const INPUTS = Number(process.env.HOSTILE_INPUTS ?? 30_000);
const SEED = Number(process.env.HOSTILE_SEED ?? 13);
const DOSSIERS = 30;
const AT_ONCE = 8;
/**
 * Several accounts for each role: when an account has reached a rate limit, its next calls are refused, and their
 * faults stay hidden.
 */
const ACCOUNTS_PER_ROLE = 20;
const FOUND = join(import.meta.dirname, "../../results/hostile.txt");

type Caller = Role | "personne" | "faux";
const CALLERS: readonly Caller[] = [...roles, ...roles, "personne", "faux"];

/** A name planted on owners and tenants, that no refused or unknown caller may ever receive. */
const MARK = "ZQMARQUEZQ";

/** Words that reveal the inside of the product: paths, stacks, SQL, names of libraries. */
const INSIDE =
  /\bat \S+ ?\(?\S*:\d+:\d+|node_modules|file:\/\/\/|SQLITE_|SQL_|drizzle|libsql|no such (?:table|column)|\bFROM "?(?:User|Client|Session|Locataire)\b|UNIQUE constraint|TypeError|ReferenceError|Cannot read propert/;

const HEADERS: readonly Record<string, string>[] = [
  { Range: "bytes=0-" },
  { Range: "bytes=-1,5-2,99999999999999999999-" },
  { Range: `bytes=${"0-1,".repeat(500)}` },
  { "If-None-Match": "*" },
  { "If-Range": '"\u00e9"' },
  { Accept: "text/html;q=9" },
  { "Content-Type": "multipart/form-data; boundary=" },
  { "Content-Type": "multipart/form-data; boundary=x" },
  { "Content-Type": "application/json; charset=utf-7" },
  { "Content-Encoding": "gzip" },
  { "X-HTTP-Method-Override": "DELETE" },
  { "X-Forwarded-For": "127.0.0.1, ' OR 1=1" },
  { "CF-Connecting-IP": ":::::::" },
  { "CF-Connecting-IP": "1.2.3.4', '" },
  { Authorization: "Token" },
  { Authorization: `Token ${"a".repeat(8000)}` },
  { Authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0." },
  {
    Authorization:
      "Token eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicHdkIjoiIiwianRpIjoiMSIsImV4cCI6OTk5OTk5OTk5OX0.",
  },
  { Cookie: "__proto__=1; constructor=2" },
  { "User-Agent": "\u00ff".repeat(3000) },
];

const QUERIES = [
  "page=1&page=2&limit[]=3",
  "limit=1e9",
  "limit=-1&page=0",
  "page=99999999999999999999",
  "sort=__proto__",
  "sort=-constructor,id;DROP",
  "q=%00",
  "q=%ff%fe",
  "q=%25%5F%5C%27%22",
  `q=${"%F0%9F%8F%A0".repeat(400)}`,
  "id=1%20OR%201=1",
  "mois=2026-13&annee=99999",
  "__proto__[x]=1&constructor.prototype=2",
  "e=1&e=2&s=&i=%00&w=320",
  "w=-1",
  "=&&==&%",
  "version=9e99&updatedAt=now",
];

const form = (body: string) => ({
  headers: { "Content-Type": "multipart/form-data; boundary=x" },
  body,
});
const part = (disposition: string, content = "x") =>
  `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n`;
const BODIES: readonly Pick<Call, "headers" | "body">[] = [
  form(""),
  form("--x--"),
  form("--x\r\n\r\n"),
  form(`${part('form-data; name="url"; filename="a.png"')}`),
  form(`${part('form-data; name="url"; filename="../../a\\0.png"')}--x--\r\n`),
  form(
    `${part('form-data; name="__proto__"', "1")}${part('form-data; name="url"; filename="a"')}--x--\r\n`,
  ),
  form(`${part('form-data; name="url"')}--x--\r\n`),
  form(`${part("form-data; name*=UTF-8''url; filename*=UTF-8''%ff%00")}--x--\r\n`),
  form(`${part(`form-data; name="${"n".repeat(20_000)}"`)}--x--\r\n`),
  form(`--x\r\n${"X-A: b\r\n".repeat(2_000)}\r\n--x--\r\n`),
  form(
    part('form-data; name="url"; filename="a.jpg"', "\u00ff\u00d8\u00ff".repeat(500)).repeat(25),
  ),
  ...["{", "[", '"', "null", "1e999", '{"a":1}{"b":2}', "\ufeff{}", "[".repeat(50_000)].map(
    (body) => ({ headers: { "Content-Type": "application/json" }, body }),
  ),
  {
    headers: { "Content-Type": "application/json" },
    body: '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}},"id":1,"role":"admin"}',
  },
  { headers: { "Content-Type": "application/json" }, body: `{"nom":"${"\\u0000".repeat(1000)}"}` },
  { headers: { "Content-Type": "application/json" }, body: `{"nom":"${"a".repeat(1_100_000)}"}` },
  { headers: { "Content-Type": "application/octet-stream" }, body: "\u0000".repeat(100) },
];

/** A call that no client makes. */
const spoilt = (call: Call): fc.Arbitrary<Call> =>
  fc.oneof(
    fc
      .constantFrom(...HEADERS)
      .map((headers) => ({ ...call, headers: { ...call.headers, ...headers } })),
    fc.constantFrom(...QUERIES).map((query) => ({
      ...call,
      path: `${call.path}${call.path.includes("?") ? "&" : "?"}${query}`,
    })),
    fc.constantFrom(...BODIES).map((body) => ({ ...call, ...body })),
    fc.constantFrom("PATCH", "OPTIONS", "HEAD", "PUT", "DELETE", "POST", "GET").map((method) => ({
      ...call,
      method,
    })),
    fc
      .constantFrom(
        "/",
        "//",
        "/..",
        "/%2e%2e/",
        "/%00",
        "/.csv",
        "/1/1/1",
        "?",
        "%",
        "%zz",
        ";a=b",
      )
      .map((more) => ({ ...call, path: call.path.replace(/(\?|$)/, `${more}$1`) })),
  );

interface Finding {
  why: string;
  caller: Caller;
  call: Call;
  status: number;
  body: string;
}

/**
 * Sends hostile calls to every route of the API, as each role and without a session; none may fail or reveal
 * anything.
 */
export async function hostile(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  try {
    await furnish(house.databaseUrl, MOIS);
    const hash = await hashPassword(randomUUID());
    const { paths } = await (await house.get("/api/openapi.json")).json<OpenApi>();
    const operations = operationsOf({ paths } as OpenApi);
    const each = Math.ceil(INPUTS / operations.length);
    const calls = operations.flatMap(({ method, path, operation }, rank) => {
      const ordinary = callsOf(method, path, operation);
      const any = fc.oneof(
        { weight: 3, arbitrary: ordinary },
        { weight: 2, arbitrary: ordinary.chain(spoilt) },
      );
      return fc.sample(any, { numRuns: each, seed: SEED + rank });
    });
    const { statuses, findings } = await sendAll(house, calls, hash);
    mkdirSync(dirname(FOUND), { recursive: true });
    writeFileSync(FOUND, findings.map(told).join("\n\n"));
    const counted = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status} × ${count}`);
    const of = (why: RegExp) => findings.filter((finding) => why.test(finding.why)).length;
    return [
      {
        name: "Hostile : demandes envoyées",
        raw: `${operations.length} routes ; ${counted.join(", ")}`,
        value: calls.length,
        unit: "",
      },
      {
        name: "Hostile : échecs (500 et plus)",
        raw: FOUND,
        value: of(/^500/),
        unit: "",
        limit: { atMost: 0 },
      },
      {
        name: "Hostile : sorties de ce qui est dedans",
        raw: FOUND,
        value: of(/^sorti/),
        unit: "",
        limit: { atMost: 0 },
      },
      {
        name: "Hostile : refus sans leur forme",
        raw: FOUND,
        value: of(/^forme/),
        unit: "",
        limit: { atMost: 0 },
      },
    ];
  } finally {
    await house.close();
  }
}

/** Plants a unique name and a unique password hash, which are recognized wherever they come out. */
async function plantMarks({ databaseUrl }: House, hash: string): Promise<void> {
  const database = createClient({ url: databaseUrl });
  await database.execute({
    sql: "UPDATE User SET password = ? WHERE password = '-'",
    args: [hash],
  });
  await database.execute(`UPDATE Client SET nom = '${MARK}' WHERE id % 2 = 1`);
  await database.execute(`UPDATE Locataire SET nom = '${MARK}' WHERE id % 2 = 1`);
  database.close();
}

async function sendAll(house: House, calls: readonly Call[], hash: string) {
  const secrets = [...house.secrets, hash];
  const pools = new Map<Caller, string[]>();
  for (const role of roles) {
    pools.set(
      role,
      await Promise.all(Array.from({ length: ACCOUNTS_PER_ROLE }, () => house.enroll(role, hash))),
    );
  }
  await plantMarks(house, hash);
  const statuses = new Map<number, number>();
  const findings: Finding[] = [];
  const queue = calls.entries();

  async function one(rank: number, call: Call): Promise<void> {
    const caller = CALLERS[rank % CALLERS.length] ?? "personne";
    const pool = pools.get(caller);
    const seat = Math.floor(rank / CALLERS.length) % ACCOUNTS_PER_ROLE;
    const token = caller === "faux" ? `${house.token}x` : pool?.[seat];
    const headers = { ...(token ? { Authorization: `Token ${token}` } : {}), ...call.headers };
    const withBody = call.method === "GET" || call.method === "HEAD" ? {} : { body: call.body };
    let response: Response;
    try {
      response = await fetch(`${house.address()}${call.path}`, {
        method: call.method,
        headers,
        ...withBody,
        redirect: "manual",
      } as RequestInit);
    } catch (error) {
      // `fetch` itself refuses some addresses and headers: such a call is never sent.
      if (!(error instanceof TypeError)) throw error;
      const cause = error.cause instanceof Error ? error.cause.message : "";
      if (/ECONN|socket|closed/i.test(cause))
        findings.push({ why: `500 ${cause}`, caller, call, status: 0, body: "" });
      return;
    }
    const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer()));
    const body = bytes.subarray(0, 400_000).toString("latin1");
    const { status } = response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // A call has closed or changed this account: a new account takes its place.
    if (status === 401 && pool && call.headers.Authorization === undefined)
      pool[seat] = await house.enroll(caller as Role, hash);
    const why = wrong(secrets, {
      caller,
      call,
      status,
      body,
      type: response.headers.get("Content-Type") ?? "",
    });
    if (why) findings.push({ why, caller, call, status, body: body.slice(0, 600) });
  }

  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [rank, call] of queue) await one(rank, call);
    }),
  );
  return { statuses, findings };
}

function wrong(
  secrets: readonly string[],
  { caller, call, status, body, type }: Omit<Finding, "why"> & { type: string },
): string | null {
  if (status >= 500) return `500 ${status}`;
  if (secrets.some((secret) => body.includes(secret))) return "sorti : un secret";
  if (!/openapi|docs/.test(call.path) && INSIDE.test(body))
    return `sorti : ${INSIDE.exec(body)?.[0]}`;
  const refused = status >= 400 || caller === "personne" || caller === "faux";
  if (refused && body.includes(MARK)) return "sorti : une fiche, à qui ne peut la lire";
  if (status >= 400 && call.method !== "HEAD" && status !== 416 && body !== "") {
    if (!type.startsWith("application/json") || !/^\{"error":\{"code":"\w+","message":"/.test(body))
      return `forme : ${status} ${type}`;
  }
  return null;
}

const told = ({ why, caller, call, status, body }: Finding) =>
  `${why} — ${caller} ${call.method} ${call.path.slice(0, 300)} → ${status}\n${JSON.stringify(call.headers).slice(0, 300)}\n${
    typeof call.body === "string" ? call.body.slice(0, 500) : String(call.body)
  }\n${body}`;
