import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = new Set<string>();

/** A folder deleted when this process ends, unless `removeFolder` deleted it before. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "patrimoine-bench-"));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
}

process.once("exit", () => {
  for (const folder of folders) removeFolder(folder);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
