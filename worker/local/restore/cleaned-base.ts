import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** sqld keeps here each page as it was at each write, for replicas, of which there are none. */
const FOR_REPLICAS = ["wallog", "snapshots", "to_compact"];

/**
 * Rewrites the file of a database without the erased data: sqld leaves them in free pages, in the log and in its files
 * for replicas, and refuses `secure_delete` and VACUUM. It makes its own files again at its next start.
 * @param folder of a sqld that is stopped
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
