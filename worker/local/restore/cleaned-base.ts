import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Folders in which sqld keeps former pages of the database for replicas; this product has no replica. */
const FOR_REPLICAS = ["wallog", "snapshots", "to_compact"];

/**
 * Rewrites the file of a database without its erased data. sqld leaves erased data in free pages, in the log and in
 * its folders for replicas, and refuses `secure_delete` and VACUUM. It makes the folders for replicas again at its
 * next start.
 * @param folder the folder of a stopped sqld
 */
export function cleanBase(folder: string): void {
  const base = join(folder, "dbs/default");
  const data = join(base, "data");
  if (!existsSync(data)) return;
  for (const name of FOR_REPLICAS) rmSync(join(base, name), { recursive: true, force: true });
  const database = new DatabaseSync(data);
  try {
    database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}
