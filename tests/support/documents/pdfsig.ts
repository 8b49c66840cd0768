import { execFileSync, spawnSync } from "node:child_process";

/**
 * The report of Poppler on the seal of a file; null on a machine without Poppler, where only our own reader checks the
 * seal.
 */
export function pdfsig(fichier: string): string | null {
  if (spawnSync("pdfsig", ["-v"]).error) return null;
  return execFileSync("pdfsig", ["-nocert", fichier]).toString();
}
