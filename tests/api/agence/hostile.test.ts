import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { app } from "#worker/app.ts";
import { openDb } from "#worker/db/client.ts";
import { openApi } from "#worker/http/api/openapi.ts";
import { type Agence, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import type { Api } from "../../support/worker/api.ts";
import { type Call, callsOf, operationsOf } from "../../support/worker/hostile.ts";

/** Calls per route; `FUZZ=200 npm run test:api` makes 200, with a new seed each time. */
const RUNS = inject("fuzz") ?? 3;
const SEED = inject("fuzz") === null ? { seed: 75 } : {};
const OPERATIONS = operationsOf(openApi(app.routes, "essai"));

/** The tables that a refused call may write: they count refusals, or record them. */
const COMPTEURS = new Set(["LoginFailure", "SecurityEvent"]);

let agence: Agence;
let empreinteDe: () => Promise<string>;
let empreinte: string;

beforeAll(async () => {
  agence = await ouvrirAgence();
  for (let n = 0; n < 3; n++) {
    const { AppartementId, DossierId } = await louer(agence.admin);
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-01-01" });
    await creer(agence.admin, "Intendance", {
      AppartementId,
      dateDepart: "2026-01-01",
      dateFin: "2026-12-31",
      prix: 120,
    });
    await creer(agence.admin, "Mission", {
      type: "gestion",
      nbAppart: 1,
      valeurMissionAppt: 10,
      accompte1: 0,
      accompte2: 0,
    });
  }
  const db = openDb(env);
  const tables = await db.all<{ name: string; dated: number }>(sql`
    SELECT name, EXISTS (SELECT 1 FROM pragma_table_info(name) WHERE name = 'updatedAt') AS dated
    FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`);
  const parts = tables
    .filter(({ name }) => !COMPTEURS.has(name))
    .map(({ name, dated }) => {
      const last = dated ? `coalesce(max("updatedAt"), '')` : "''";
      return `(SELECT count(*) || ' ' || ${last} FROM "${name}")`;
    });
  const query = sql.raw(`SELECT ${parts.join(" || '|' || ")} AS empreinte`);
  empreinteDe = async () => (await db.all<{ empreinte: string }>(query))[0]?.empreinte ?? "";
  empreinte = await empreinteDe();
}, 60_000);

/** Logging out or setting a password ends the caller's session: these routes have accounts of their own. */
const par = (path: string): Api => {
  if (path.includes("logout")) return agence.user_delete;
  return path.includes("setPassword") ? agence.user : agence.admin;
};

async function eprouver(call: Call, statuses: string[]) {
  const { method, path, headers, body } = call;
  const withBody = method === "GET" ? {} : { body };
  const response = await par(path).fetch(path, { method, headers, ...withBody });
  const texte = await response.text();
  const { status } = response;
  const apres = await empreinteDe();
  expect(status, texte).toBeLessThan(500);
  if (status >= 400) {
    const { error } = JSON.parse(texte);
    expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(error.message).not.toMatch(/SQLITE|drizzle|undefined|\bat .*:\d/);
    expect(apres, "Une demande refusée a écrit.").toBe(empreinte);
  }
  empreinte = apres;
  // An unknown route gives 404; the limits of login and of the public page give 429.
  if (status !== 404 && status !== 429)
    expect(statuses, `${status} ${texte}`).toContain(String(status));
}

describe("Quoi qu’on lui envoie, l’API refuse sans écrire ou fait ce qu’on demande", () => {
  test.each(OPERATIONS)(
    "$method $path",
    { timeout: 600_000 },
    async ({ method, path, operation }) => {
      const statuses = Object.keys(operation.responses);
      await fc.assert(
        fc.asyncProperty(callsOf(method, path, operation), (call) => eprouver(call, statuses)),
        { numRuns: RUNS, ...SEED },
      );
    },
  );

  test("ce qui a été accepté se relit, et se réécrit tel quel", async () => {
    const listees = new Set(
      OPERATIONS.flatMap(({ method, path }) => (method === "get" ? path : [])),
    );
    for (const { path } of OPERATIONS.filter(
      (route) =>
        /^\/api\/[A-Z]\w+\/\{id\}$/.test(route.path) &&
        route.method === "put" &&
        listees.has(route.path.replace("/{id}", "")),
    )) {
      const resource = path.split("/")[2] ?? "";
      const { data } = await agence.admin.get<{ id: number }[]>(`/${resource}`);
      for (const { id } of data) {
        const lue = await agence.admin.get(`/${resource}/${id}`);
        const ecrite = await agence.admin.put(`/${resource}/${id}`, {});
        expect([resource, id, lue.status, ecrite.status, ecrite.error]).toEqual([
          resource,
          id,
          200,
          200,
          undefined,
        ]);
      }
    }
  });
});
