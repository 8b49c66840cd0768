import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { Problem } from "./problem.ts";

export const ROOT = resolve(import.meta.dirname, "../..");

export interface Settings {
  port: number;
  address: string;
  dataDir: string;
  adminEmail: string;
  /** Undefined: the first start makes a password. */
  adminPassword: string | undefined;
  seed: "demo" | "none";
}

/**
 * Reads PORT, DATA_DIR, ADMIN_EMAIL, ADMIN_PASSWORD and SEED.
 * @throws Problem when one of these values is wrong
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.PORT || 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Problem(`PORT=${env.PORT} n’est pas un numéro de port : choisissez de 1024 à 65535.`);
  }
  const seed = env.SEED || "demo";
  if (seed !== "demo" && seed !== "none") {
    throw new Problem(`SEED=${seed} est inconnu : écrivez SEED=demo ou SEED=none.`);
  }
  const adminPassword = env.ADMIN_PASSWORD || undefined;
  if (adminPassword && (adminPassword.length < 6 || adminPassword.length > 256)) {
    throw new Problem("ADMIN_PASSWORD doit compter de 6 à 256 caractères.");
  }
  return {
    port,
    address: `http://localhost:${port}`,
    dataDir: resolve(ROOT, env.DATA_DIR || ".data"),
    adminEmail: env.ADMIN_EMAIL || "admin@patrimoine-locatif.example",
    adminPassword,
    seed,
  };
}

// `mkdirSync` with `recursive` never returns on a file system that refuses, as /proc does.
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder);
}

/**
 * Creates the data folder if needed and checks that it can be written. The folder, and every file that this process
 * makes from then on, are closed to the other accounts of the machine.
 */
export function prepareFolder(folder: string): void {
  try {
    process.umask(0o077);
    createFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error("ce n’est pas un dossier");
    chmodSync(folder, 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(
      `Le dossier de données ${folder} ne peut pas être écrit (${reason}).\n` +
        "Changez ses droits, ou choisissez-en un autre : DATA_DIR=/chemin/du/dossier npm start",
    );
  }
}

function listen(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      const taken = typeof address === "object" && address ? address.port : port;
      server.close(() => resolve(taken));
    });
  });
}

/** A port of 127.0.0.1 that is free at this instant. */
export function freePort(): Promise<number> {
  return listen(0, "127.0.0.1");
}

/** @throws Problem when the product's port is not free on 127.0.0.1 */
export async function checkPort(port: number): Promise<void> {
  try {
    await listen(port, "127.0.0.1");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EACCES") {
      throw new Problem(`Le port ${port} est réservé au système : PORT=8787 npm start`);
    }
    throw new Problem(
      `Le port ${port} est déjà pris, peut-être par un autre « npm start ».\n` +
        `Arrêtez ce programme, ou choisissez un autre port : PORT=${port + 1} npm start`,
    );
  }
}

export function places(dataDir: string) {
  return {
    database: join(dataDir, "base"),
    runtime: join(dataDir, "runtime/v3"),
    mails: join(dataDir, "courriels"),
    journal: join(dataDir, "journal.jsonl"),
    secrets: join(dataDir, "secrets.json"),
    databaseToken: join(dataDir, "jeton-base"),
    firstStart: join(dataDir, "premier-demarrage"),
    cleaned: join(dataDir, "base-nettoyee"),
  };
}
