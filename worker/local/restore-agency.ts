import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openDb } from "#worker/db/client.ts";
import { direRestauration } from "#worker/operations/copies/restaurations.ts";
import { tieChildren } from "./machine/children.ts";
import { lock } from "./machine/lock.ts";
import { startSqld } from "./machine/sqld.ts";
import { migrate } from "./migrate.ts";
import { Problem, showError } from "./problem.ts";
import { eraseAgain } from "./restore/erase-again.ts";
import { readIdentities, readSigningKey, readSql } from "./restore/opened-copy.ts";
import { restore } from "./restore/restore.ts";
import { type Destination, restoreFiles } from "./restore/restore-files.ts";
import { places, prepareFolder } from "./settings.ts";

const USAGE = `Indiquez la copie, puis la base vide ou le dossier de données vide :
  npm run restore -- copies/2026-11-22.sql.gz.age .data-neuf --cle secrets.json
  DATABASE_AUTH_TOKEN=… npm run restore -- copies/2026-11-22.sql.gz.age libsql://… --cle cle.txt --vers fichiers-clairs`;

interface Database {
  url: string;
  authToken?: string | undefined;
}

/** Restores an agency from its copies: the database, the erasures made since the copy, the files. */
export async function restoreAgency(
  args: readonly string[],
  say: (said: string) => void,
): Promise<void> {
  const { positionals, values } = read(args);
  const [copy, target] = positionals;
  if (!copy || !target) throw new Problem(USAGE);
  if (!existsSync(copy)) throw new Problem(`Le fichier ${copy} n’existe pas.`);
  const job = {
    copy,
    say,
    identities: readIdentities(values.cle),
    files: values.fichiers ?? join(dirname(copy), "fichiers"),
    erased: values.effacements ?? join(dirname(copy), "effacements.json"),
  };
  if (/^(libsql|https?|wss?):/.test(target)) {
    const database = { url: target, authToken: process.env.DATABASE_AUTH_TOKEN };
    await bringBack(job, database, values.vers ? { folder: resolve(values.vers) } : null);
    return;
  }
  const dataDir = resolve(target);
  const there = existsSync(dataDir);
  await emptyFolder(dataDir);
  try {
    await fill(dataDir, job);
  } catch (error) {
    empty(dataDir, there);
    throw error;
  }
  if (values.cle?.endsWith(".json")) keepSecrets(values.cle, places(dataDir).secrets);
  else
    say("Remettez aussi secrets.json : sans lui, ce qui est chiffré dans la base ne se lit plus.");
  say(`DATA_DIR=${dataDir} npm start`);
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cle: { type: "string" },
        fichiers: { type: "string" },
        effacements: { type: "string" },
        vers: { type: "string" },
      },
    });
  } catch {
    throw new Problem(USAGE);
  }
}

async function fill(dataDir: string, job: Job): Promise<void> {
  const sqld = await startSqld(places(dataDir).database);
  try {
    await bringBack(job, sqld, { dataDir });
  } finally {
    await sqld.stop();
  }
}

/**
 * Empties the data folder after a failed restoration, because half an agency could pass for a whole one. The folder
 * itself is deleted too, unless it existed before.
 */
function empty(dataDir: string, there: boolean): void {
  for (const name of readdirSync(dataDir)) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  if (!there) rmSync(dataDir, { recursive: true, force: true });
}

interface Job {
  copy: string;
  identities: readonly string[];
  /** The folder of the copies of files. */
  files: string;
  /** The path of `effacements.json`, the list of erased persons. */
  erased: string;
  say: (said: string) => void;
}

async function bringBack(
  { copy, identities, files, erased, say }: Job,
  database: Database,
  destination: Destination | null,
): Promise<void> {
  const counts = await restore(() => readSql(copy, identities), database);
  for (const [table, rows] of counts) say(`${table.padEnd(24)} ${rows}`);
  await migrate(database);
  if (existsSync(erased)) {
    const again = await eraseAgain(readFileSync(erased, "utf8"), database);
    say(`${again} personnes effacées depuis cette copie l’ont été de nouveau.`);
  } else {
    say(`Qui a été effacé depuis cette copie y est de nouveau : ${erased} n’existe pas.`);
  }
  const cle = await readSigningKey(copy, identities);
  const db = openDb({
    DATABASE_URL: database.url,
    ...(database.authToken ? { DATABASE_AUTH_TOKEN: database.authToken } : {}),
  });
  await direRestauration({ db, now: new Date() }, { copie: basename(copy), cle });
  if (!cle) say("Cette copie ne porte pas de clé : les contrôles diront sa restauration en rouge.");
  say("\nLa base est restaurée.");
  if (!destination) {
    say("Les fichiers n’ont pas été remis : --vers dit où les écrire en clair.");
  } else if (!existsSync(files)) {
    say(`Les fichiers n’ont pas été remis : ${files} n’existe pas.`);
  } else {
    const restored = await restoreFiles(database, { copies: files, identities }, destination);
    say(`${restored.files} fichiers remis, ${restored.missing.length} sans copie.`);
    for (const key of restored.missing) say(`  ${key}`);
  }
}

/**
 * Reserves the data folder.
 * @throws Problem when it is not empty, or is in use
 */
async function emptyFolder(dataDir: string): Promise<void> {
  await lock(dataDir, `Le dossier de données ${dataDir} sert déjà.`);
  prepareFolder(dataDir);
  if (readdirSync(dataDir).length > 0) {
    throw new Problem(`Le dossier ${dataDir} n’est pas vide : rien n’a été changé.`);
  }
  mkdirSync(places(dataDir).mails, { recursive: true });
}

function keepSecrets(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

if (import.meta.main) {
  tieChildren();
  try {
    await restoreAgency(process.argv.slice(2), (said) => console.log(said));
    process.exit(0);
  } catch (error) {
    showError(error);
    process.exit(1);
  }
}
