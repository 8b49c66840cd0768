import { createWriteStream, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openBuckets } from "./buckets.ts";
import { tieChildren } from "./children.ts";
import { lock } from "./lock.ts";
import { Problem, showError } from "./problem.ts";
import { readSettings } from "./settings.ts";

/**
 * Writes the copies of a data folder into another one, of a disk that is taken elsewhere: what is there already, and
 * weighs the same, is left.
 * @returns how many were written
 */
export async function exportCopies(dataDir: string, folder: string): Promise<number> {
  const { copies, close } = await openBuckets(dataDir);
  let written = 0;
  try {
    for (let startAfter: string | undefined; ; ) {
      const { objects, truncated } = await copies.list({ ...(startAfter && { startAfter }) });
      for (const { key, size } of objects) {
        const path = join(folder, key);
        if (statSync(path, { throwIfNoEntry: false })?.size === size && /\d/.test(key)) continue;
        const object = await copies.get(key);
        if (!object) continue;
        mkdirSync(dirname(path), { recursive: true });
        await pipeline(Readable.fromWeb(object.body), createWriteStream(path));
        written++;
      }
      startAfter = objects.at(-1)?.key;
      if (!truncated || !startAfter) return written;
    }
  } finally {
    await close();
  }
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
    const written = await exportCopies(dataDir, resolve(folder));
    console.log(`${written} fichiers écrits dans ${resolve(folder)}.`);
    process.exit(0);
  } catch (error) {
    showError(error);
    process.exit(1);
  }
}
