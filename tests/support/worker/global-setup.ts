import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import type { TestProject } from "vitest/node";
import { tieChildren } from "../../../worker/local/machine/children.ts";
import { startSqld } from "../../../worker/local/machine/sqld.ts";
import { migrate } from "../../../worker/local/migrate.ts";
import { eraseAgain } from "../../../worker/local/restore/erase-again.ts";
import { restore } from "../../../worker/local/restore/restore.ts";
import { emptying } from "./emptying.ts";

declare module "vitest" {
  interface ProvidedContext {
    database: string;
    databaseToken: string;
    control: string;
    fuzz: number | null;
    /**
     * The years of `npm run test:years` and the seed of the first one. No year begins once `minutes` have passed;
     * with `pas`, every act is followed by a check.
     */
    hasard: { annees: number | null; graine: number; minutes: number | null; pas: boolean };
  }
}

/** A path that takes a request and never answers it. */
const SILENT = "/muette";

/**
 * Starts a libSQL server for the tests of the worker. These tests run inside workerd and cannot drive a process, so a
 * small HTTP server takes their orders: to kill or empty the database, for instance.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  tieChildren();
  const folder = mkdtempSync(join(tmpdir(), "patrimoine-test-"));
  const live = join(folder, "base");
  const template = join(folder, "modele");
  const sqld = await startSqld(live);
  await migrate(sqld);
  await sqld.stop();
  cpSync(live, template, { recursive: true });
  await sqld.start();
  const empty = await emptying(sqld);
  async function fresh(): Promise<void> {
    await sqld.kill();
    rmSync(live, { recursive: true, force: true });
    cpSync(template, live, { recursive: true });
    await sqld.start();
  }

  const orders: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    "/kill": sqld.kill,
    "/start": sqld.start,
    "/fresh": fresh,
    // When emptying fails, a new database replaces the old one.
    "/empty": () => empty().catch(fresh),
    "/restore": async (request) => {
      const other = await startSqld(mkdtempSync(join(folder, "restauree-")));
      try {
        const copy = await buffer(request);
        const read = () => Readable.from([copy]).pipe(createGunzip()).setEncoding("utf8");
        await restore(read, other);
        const erased = request.headers["x-effacements"];
        if (erased) {
          await migrate(other);
          await eraseAgain(String(erased), other);
        }
        const headers = { Authorization: `Bearer ${other.authToken}` };
        return await (await fetch(`${other.url}/dump`, { headers })).text();
      } finally {
        await other.kill();
      }
    },
  };
  // Other programs of the machine cannot guess this path.
  const secret = `/${randomUUID()}`;
  const control = createServer(async (request, response) => {
    const order = request.url?.startsWith(secret) ? request.url.slice(secret.length) : "";
    if (order.startsWith(SILENT)) return;
    try {
      const said = await orders[order]?.(request);
      response.end(typeof said === "string" ? said : undefined);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  project.provide("database", sqld.url);
  project.provide("databaseToken", sqld.authToken);
  project.provide("fuzz", Number(process.env.FUZZ) || null);
  project.provide("hasard", {
    annees: Number(process.env.ANNEES) || null,
    graine: Number(process.env.GRAINE) || 20261128,
    minutes: Number(process.env.MINUTES) || null,
    pas: Boolean(process.env.PAS_A_PAS),
  });
  project.provide(
    "control",
    `http://127.0.0.1:${(control.address() as AddressInfo).port}${secret}`,
  );

  return async () => {
    control.close();
    control.closeAllConnections();
    await sqld.kill();
    rmSync(folder, { recursive: true, force: true });
  };
}
