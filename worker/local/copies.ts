import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sauvegardesPerimees } from "#domain/agence/sauvegarde.ts";
import { aujourdhui } from "#domain/dates.ts";
import { openBuckets } from "./machine/buckets.ts";
import { tieChildren } from "./machine/children.ts";
import { lock } from "./machine/lock.ts";
import { Problem, showError } from "./problem.ts";
import { readSettings } from "./settings.ts";

type Bucket = Awaited<ReturnType<typeof openBuckets>>["copies"];

const BASE = /^(\d{4}-\d{2}-\d{2})\.sql\.gz(\.age)?$/;
/** The ending of the name of a proof: the file beside each copy of the database that holds the SHA-256 of the copy. */
const PROOF = ".sha256";

/**
 * Writes the copies of a data folder into a folder on another disk, except those that this folder already holds.
 * Deletes from this folder the copies of the database that are too old to keep and, when {@link isKnown}, the copies
 * of files that the bucket no longer has.
 */
export async function exportCopies(
  dataDir: string,
  folder: string,
): Promise<{ written: number; deleted: number }> {
  mkdirSync(folder, { recursive: true });
  const { copies, close } = await openBuckets(dataDir);
  try {
    const sizes = await sizesOf(copies);
    const known = await isKnown(copies, sizes, folder);
    let written = 0;
    for (const [key, size] of sizes) {
      if (await isThere(copies, folder, { key, size })) continue;
      const object = await copies.get(key);
      if (!object) continue;
      const path = join(folder, key);
      mkdirSync(dirname(path), { recursive: true });
      await pipeline(Readable.fromWeb(object.body), createWriteStream(path));
      written++;
    }
    const deleted =
      (await forgetBases(folder)) + (known ? forgetFiles(folder, new Set(sizes.keys())) : 0);
    return { written, deleted };
  } finally {
    await close();
  }
}

async function sizesOf(copies: Bucket): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (let startAfter: string | undefined; ; ) {
    const { objects, truncated } = await copies.list({ ...(startAfter && { startAfter }) });
    for (const { key, size } of objects) sizes.set(key, size);
    startAfter = objects.at(-1)?.key;
    if (!truncated || !startAfter) return sizes;
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;

/** Whether the bucket and the folder hold the same proof of a copy of the database. */
async function sameProof(copies: Bucket, folder: string, proof: string): Promise<boolean> {
  const path = join(folder, proof);
  if (!existsSync(path)) return false;
  return (await (await copies.get(proof))?.text()) === readFileSync(path, "utf8");
}

/**
 * Whether the folder was filled from this very bucket: the folder holds one of the bucket's copies of the database,
 * other than the newest. Only then may the files that the bucket lacks be deleted: the bucket of another agency, or a
 * bucket just restored, proves nothing about the files of the folder.
 */
async function isKnown(
  copies: Bucket,
  sizes: ReadonlyMap<string, number>,
  folder: string,
): Promise<boolean> {
  const keys = [...sizes.keys()];
  if (!keys.some((key) => key.startsWith("fichiers/"))) return false;
  const bases = keys.filter((key) => BASE.test(key)).toSorted();
  for (const base of bases.slice(0, -1)) {
    if (await sameProof(copies, folder, base + PROOF)) return true;
  }
  return false;
}

async function isThere(
  copies: Bucket,
  folder: string,
  { key, size }: { key: string; size: number },
) {
  if (sizeOf(join(folder, key)) !== size) return false;
  const base = key.endsWith(PROOF) ? key.slice(0, -PROOF.length) : key;
  if (BASE.test(base)) return sameProof(copies, folder, base + PROOF);
  // Only the anchors and the erasures have a name without a digit. They are copied each time, because their content
  // changes under one name.
  return /\d/.test(key);
}

/**
 * Deletes the copies of the database that are too old to keep, provided that one of the other copies matches its
 * proof (SHA-256).
 */
async function forgetBases(folder: string): Promise<number> {
  const bases = readdirSync(folder).flatMap((name) => {
    const [, day] = BASE.exec(name) ?? [];
    return day ? [{ name, day }] : [];
  });
  const stale = new Set(
    sauvegardesPerimees([...new Set(bases.map(({ day }) => day))], aujourdhui(new Date())),
  );
  const gone = bases.filter(({ day }) => stale.has(day));
  const kept = bases.filter(({ day }) => !stale.has(day));
  if (gone.length === 0 || !(await someGood(folder, kept))) return 0;
  for (const { name } of gone) {
    for (const file of [name, name + PROOF]) rmSync(join(folder, file), { force: true });
  }
  return gone.length;
}

async function someGood(folder: string, bases: readonly { name: string; day: string }[]) {
  for (const { name } of bases.toSorted((a, b) => b.day.localeCompare(a.day))) {
    const proof = join(folder, name + PROOF);
    if (!existsSync(proof)) continue;
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(folder, name)), hash);
    if (readFileSync(proof, "utf8").startsWith(`${hash.digest("hex")} `)) return true;
  }
  return false;
}

/**
 * Deletes the copies of files that the bucket no longer has: the person was erased, or no copy of the database names
 * the file any more.
 */
function forgetFiles(folder: string, keys: ReadonlySet<string>): number {
  let deleted = 0;
  for (const root of ["fichiers", "partis"]) {
    if (!existsSync(join(folder, root))) continue;
    const entries = readdirSync(join(folder, root), { recursive: true, encoding: "utf8" });
    for (const key of entries.map((entry) => `${root}/${entry.replaceAll("\\", "/")}`)) {
      const path = join(folder, key);
      if (keys.has(key) || !statSync(path).isFile()) continue;
      rmSync(path);
      deleted++;
    }
  }
  return deleted;
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  try {
    if (!folder) throw new Problem("Indiquez le dossier : npm run copies -- /media/disque/copies");
    const { dataDir } = readSettings(process.env);
    tieChildren();
    await lock(
      dataDir,
      "Arrêtez d’abord l’application : ses copies se lisent quand elle est arrêtée.",
    );
    const { written, deleted } = await exportCopies(dataDir, resolve(folder));
    console.log(
      `${written} fichiers écrits dans ${resolve(folder)}, ${deleted} dont le terme est passé en sont supprimés.`,
    );
    process.exit(0);
  } catch (error) {
    showError(error);
    process.exit(1);
  }
}
