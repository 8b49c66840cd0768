import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { settled } from "./api.ts";

async function order(
  name: "kill" | "start" | "fresh" | "empty" | "restore",
  body: BodyInit | null = null,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(`${inject("control")}/${name}`, { method: "POST", body, headers });
  const said = await answer.text();
  if (!answer.ok) throw new Error(said);
  return said;
}

/**
 * Makes an empty database with every migration applied, and a named agency: without a name, the product makes no
 * document.
 */
async function freshDatabase(how: "fresh" | "empty"): Promise<void> {
  await order(how);
  await openDb(env).run(
    sql`INSERT INTO "Variable" (nom, valeur) VALUES ('agenceNom', 'CABINET EXEMPLE')`,
  );
}

/** Empties the database and the files, then names the agency again. */
export const freshHouse = (): Promise<void> => houseOver("empty");

/**
 * Empties all by starting a new database server, as each test file does; it takes three times as long as {@link
 * freshHouse}.
 */
export const newHouse = (): Promise<void> => houseOver("fresh");

/**
 * Empties the database, then the files. It first waits for the work that goes on after earlier answers, which could
 * otherwise write among the new rows and files.
 */
async function houseOver(how: "fresh" | "empty"): Promise<void> {
  await settled();
  await freshDatabase(how);
  await reset();
  // On a busy machine, the storage may still list objects that `reset()` deleted.
  for (const bucket of [env.FILES, env.BACKUPS]) {
    const { objects } = await bucket.list();
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  }
}

/** Kills the database as a crash would (SIGKILL); it stays down until {@link startDatabase}. */
export const killDatabase = () => order("kill");

/** Starts the database again, at the same address and with the same data. */
export const startDatabase = () => order("start");

/**
 * Restores a compressed copy into another database.
 * @param erased the list of people erased since that copy
 * @returns a dump of that database
 */
export const restoreElsewhere = (copy: BodyInit, erased?: string) =>
  order("restore", copy, erased ? { "X-Effacements": erased } : {});

/** Calls the database server itself. */
export const askDatabase = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, env.DATABASE_URL), {
    ...init,
    headers: { Authorization: `Bearer ${env.DATABASE_AUTH_TOKEN}` },
  });

/** All that the database holds, as SQL. */
export const dumpDatabase = async () => (await askDatabase("/dump")).text();
