import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Unstable_MiniflareWorkerOptions } from "wrangler";
import { Problem } from "./problem.ts";
import { ROOT } from "./settings.ts";

export const OPTIONS = join(ROOT, "dist/liaisons.json");

export interface BuiltWorker {
  /** The folder of the worker's modules. */
  folder: string;
  /** The module that starts the worker, in that folder. */
  entry: string;
  options: Omit<Unstable_MiniflareWorkerOptions["workerOptions"], "modulesRules">;
}

/**
 * Reads the configuration once, at the build, because wrangler takes 120 MB for it: the running product does without
 * wrangler.
 */
async function writeWorkerOptions(): Promise<void> {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(builtConfiguration());
  const { modulesRules: _, ...options }: BuiltWorker["options"] & { modulesRules?: unknown } =
    workerOptions;
  writeFileSync(OPTIONS, JSON.stringify(options));
}

export function readBuiltWorker(): BuiltWorker {
  const { main } = JSON.parse(readFileSync(builtConfiguration(), "utf8"));
  return {
    folder: dirname(builtConfiguration()),
    entry: main,
    options: JSON.parse(readFileSync(OPTIONS, "utf8")),
  };
}

/** The path of the configuration that the build wrote beside the worker. */
function builtConfiguration(): string {
  const [path] = globSync("dist/*/wrangler.json", { cwd: ROOT });
  if (!path) throw new Problem("La construction n’a pas produit de worker dans dist/.");
  return join(ROOT, path);
}

if (import.meta.main) await writeWorkerOptions();
