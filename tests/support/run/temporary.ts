import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
/** The free memory, in bytes, that the databases of a run may need. */
const ENOUGH_BYTES = 2 * 2 ** 30;

/**
 * Makes an empty folder for the databases of a run. It is in memory when the machine has enough, because a database
 * on disk waits for each write.
 * @param results the folder of the results: each has a temporary folder of its own, emptied by the next run
 */
export function freshTemporary(results: string): string {
  const name = `patrimoine-essais-${createHash("sha256").update(results).digest("hex").slice(0, 12)}`;
  const folder = join(roomy(IN_MEMORY) ? IN_MEMORY : tmpdir(), name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}

function roomy(place: string): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= ENOUGH_BYTES;
}
