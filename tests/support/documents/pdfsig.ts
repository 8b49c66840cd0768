import { execFileSync, spawnSync } from "node:child_process";

/** Poppler's verdict on the seal of a file; null on a machine without poppler, where only our own reader checks it. */
export function pdfsig(fichier: string): string | null {
  if (spawnSync("pdfsig", ["-v"]).error) return null;
  return execFileSync("pdfsig", ["-nocert", fichier]).toString();
}
