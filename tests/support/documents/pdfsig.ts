import { execFileSync, spawnSync } from "node:child_process";

/** What poppler says of the seal of a file; null on a machine without poppler, where our own reader alone judges. */
export function pdfsig(fichier: string): string | null {
  if (spawnSync("pdfsig", ["-v"]).error) return null;
  return execFileSync("pdfsig", ["-nocert", fichier]).toString();
}
