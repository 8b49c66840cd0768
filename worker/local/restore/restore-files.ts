import { createWriteStream, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createClient } from "@libsql/client/web";
import { openBuckets } from "../machine/buckets.ts";
import { isDiskFull, Problem } from "../problem.ts";
import { damaged, openCopy } from "./opened-copy.ts";

/**
 * The place to which the files of a restored agency are written: the buckets of a data folder, or a plain folder,
 * where the files are not encrypted.
 */
export type Destination = { dataDir: string } | { folder: string };

interface Restored {
  files: number;
  /** The keys of the files that the database names and that have no copy. */
  missing: string[];
}

/**
 * Restores the files that a restored database names.
 * @param copies the folder of the copies of files, encrypted or not
 * @throws Problem when a copy is damaged
 */
export async function restoreFiles(
  database: { url: string; authToken?: string | undefined },
  { copies, identities }: { copies: string; identities: readonly string[] },
  destination: Destination,
): Promise<Restored> {
  const { put, close } = await open(destination);
  const restored: Restored = { files: 0, missing: [] };
  try {
    for (const { key, type } of await namedFiles(database)) {
      const copy = [`${key}.age`, key].map((name) => join(copies, name)).find(existsSync);
      if (!copy) restored.missing.push(key);
      else {
        try {
          await put(key, type, await openCopy(copy, identities));
        } catch (error) {
          throw error instanceof Problem || isDiskFull(error) ? error : damaged(copy);
        }
        restored.files++;
      }
    }
  } finally {
    await close();
  }
  return restored;
}

async function namedFiles(database: { url: string; authToken?: string | undefined }) {
  const { url, authToken } = database;
  const client = createClient({ url, ...(authToken ? { authToken } : {}) });
  try {
    const { rows } = await client.execute("SELECT key, type FROM StoredFile ORDER BY key");
    return rows.map(({ key, type }) => ({ key: String(key), type: String(type) }));
  } finally {
    client.close();
  }
}

type Clear = Awaited<ReturnType<typeof openCopy>>;

async function open(destination: Destination) {
  if ("dataDir" in destination) {
    const { files, close } = await openBuckets(destination.dataDir);
    const put = async (key: string, contentType: string, clear: Clear) => {
      await files.put(key, await buffer(clear), { httpMetadata: { contentType } });
    };
    return { put, close };
  }
  mkdirSync(destination.folder, { recursive: true });
  const put = (key: string, _type: string, clear: Clear) =>
    pipeline(clear, createWriteStream(join(destination.folder, key)));
  return { put, close: async () => {} };
}
