import type { ChildProcess } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import type { Miniflare } from "miniflare";
import type { Role } from "#domain/profils/droits.ts";
import { issueToken } from "#worker/http/session/token.ts";
import { finDeSession } from "#worker/operations/profils/sessions.ts";
import { fireDailyRun } from "../../../worker/local/machine/daily-run.ts";
import { makeBackupKey } from "../../../worker/local/machine/secrets.ts";
import { startSqld } from "../../../worker/local/machine/sqld.ts";
import { migrate } from "../../../worker/local/migrate.ts";
import { type Bindings, startRuntime } from "../../../worker/local/runtime.ts";
import { freePort, places, type Settings } from "../../../worker/local/settings.ts";
import { removeFolder, temporaryFolder } from "../folders.ts";
import { type Heap, openHeap, peakMemory, processor } from "../memory.ts";
import { fill } from "./data.ts";
import { inTurn } from "./in-turn.ts";

/** The built product in workerd on a real sqld, as `npm start` runs it, in a folder of its own. */
export interface House {
  /** The address of the product; a restart changes it. */
  address(): string;
  /** The token of an administrator. */
  token: string;
  /** The address of the database; it includes the access token. */
  databaseUrl: string;
  /** The secrets that no answer may ever hold. */
  secrets: readonly string[];
  /**
   * Creates an account with this role; returns its token.
   * @param hash of the password; without a hash, no password opens a session
   */
  enroll(role: Role, hash?: string): Promise<string>;
  /** The folder of the mails sent, one subfolder for each mail. */
  mails: string;
  /** Runs the daily run of this instant; the work that it queues goes on afterwards. */
  fireDailyRun(instant: Date): Promise<void>;
  /**
   * Reads as the administrator.
   * @throws unless the answer is a success
   */
  get(path: string): Promise<Response>;
  /**
   * Sends a call as the administrator, or with its own `authorization` header.
   * @throws unless the answer is a success
   */
  send(path: string, init: RequestInit): Promise<Response>;
  /** The peak memory of workerd in MB, simulated platform services included. */
  peakMemory(): number;
  /** The processor time of workerd so far in seconds, simulated platform services included. */
  processor(): number;
  /** The memory in use in the product's worker alone, in MB. */
  liveHeap(): Promise<number>;
  /**
   * Restarts workerd on the same data.
   * @param url the address of the database that the worker gets
   */
  restart(url?: string): Promise<void>;
  /**
   * Runs another build of the product on the same database, with files of its own.
   * @param folder the sources of that build
   * @returns the address of that build
   */
  beside(folder: string): Promise<string>;
  close(): Promise<void>;
}

let lastWorkerd: ChildProcess | undefined;
subscribe("child_process", (message) => {
  const { process: child } = message as { process: ChildProcess };
  child.once("spawn", () => {
    if (child.spawnfile.includes("workerd")) lastWorkerd = child;
  });
});

interface HouseOptions {
  /** See {@link fill}. */
  before?: number;
  /** Opens the inspector that {@link House.liveHeap} needs. */
  inspected?: boolean;
  /** See {@link startRuntime}. */
  around?: string;
}

/** @param dossiers see {@link fill}. */
export async function openHouse(
  dossiers: number,
  { before = 0, inspected = false, around }: HouseOptions = {},
): Promise<House> {
  const folder = temporaryFolder();
  const { database, mails } = places(folder);
  mkdirSync(mails);
  const sqld = await startSqld(database);
  await migrate(sqld);
  const databaseUrl = `${sqld.url}?authToken=${sqld.authToken}`;
  await fill(databaseUrl, dossiers, before);
  const JWT_SECRET = randomBytes(32).toString("hex");
  const DATA_KEYS = `1:${randomBytes(32).toString("hex")}`;
  const { recipient: BACKUP_RECIPIENTS } = await makeBackupKey();
  const enroll = (role: Role, hash = "-") =>
    inTurn(() => createUser(databaseUrl, JWT_SECRET, { role, hash }));
  const token = await enroll("admin");
  let runtime: Miniflare;
  const others: Miniflare[] = [];
  let address = "";
  let heap: Heap | undefined;
  let workerd: ChildProcess | undefined;

  async function plan(url: string, dataDir: string): Promise<[Settings, Bindings]> {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    return [
      { port, address, dataDir, adminEmail: "", adminPassword: "", seed: "none" },
      {
        DATABASE_URL: url,
        DATABASE_AUTH_TOKEN: sqld.authToken,
        JWT_SECRET,
        DATA_KEYS,
        BACKUP_RECIPIENTS,
        PUBLIC_URL: address,
      },
    ];
  }

  async function start(url: string) {
    const [settings, bindings] = await plan(url, folder);
    address = settings.address;
    heap?.close();
    heap = undefined;
    runtime = await startRuntime(settings, bindings, { inspected, around });
    workerd = lastWorkerd;
  }

  async function beside(other: string) {
    const [settings, bindings] = await plan(sqld.url, temporaryFolder());
    mkdirSync(places(settings.dataDir).mails);
    const theirs: { startRuntime: typeof startRuntime } = await import(
      join(other, "worker/local/runtime.ts")
    );
    others.push(await theirs.startRuntime(settings, bindings));
    return settings.address;
  }

  async function send(path: string, init: RequestInit) {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `Token ${token}`);
    const answer = await fetch(`${address}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
  const get = (path: string) => send(path, {});

  await start(sqld.url);
  return {
    address: () => address,
    token,
    databaseUrl,
    secrets: [JWT_SECRET, DATA_KEYS.slice(2)],
    enroll,
    mails,
    fireDailyRun: (instant) => fireDailyRun(address, instant),
    get,
    send,
    peakMemory: () => peakMemory(workerd?.pid),
    processor: () => processor(workerd?.pid),
    liveHeap: async () => {
      heap ??= await openHeap(
        new URL("/core:user:patrimoine-locatif", await runtime.getInspectorURL()),
        async () => (await get("/api/version")).text(),
      );
      return heap.live();
    },
    restart: async (url = sqld.url) => {
      await runtime.dispose();
      await start(url);
    },
    beside,
    close: async () => {
      for (const other of others) await other.dispose();
      await runtime.dispose();
      await sqld.stop();
      removeFolder(folder);
    },
  };
}

async function createUser(
  url: string,
  secret: string,
  { role, hash }: { role: Role; hash: string },
): Promise<string> {
  const now = new Date();
  const passwordChangedAt = now.toISOString();
  const id = randomUUID();
  const database = createClient({ url });
  const { rows } = await database.execute({
    sql: `INSERT INTO User (email, role, password, mustSetPassword, passwordChangedAt)
      VALUES (?, ?, ?, 0, ?) RETURNING id`,
    args: [`agent-${id}@exemple.fr`, role, hash, passwordChangedAt],
  });
  const userId = Number(rows[0]?.id);
  await database.execute({
    sql: `INSERT INTO Session (id, UserId, device, lastSeenAt, confirmedAt, expiresAt) VALUES (?, ?, 'Essai', ?, ?, ?)`,
    args: [
      id,
      userId,
      passwordChangedAt,
      passwordChangedAt,
      finDeSession(now, false).toISOString(),
    ],
  });
  database.close();
  return issueToken({ id, userId, passwordChangedAt }, secret, { remember: false, now });
}
