import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem, showError } from "./problem.ts";
import { ROOT } from "./settings.ts";
import { OPTIONS } from "./worker-options.ts";

const STAMP = join(ROOT, "dist/empreinte");
const SOURCES = [
  "web/**/*.*",
  "worker/**/*.*",
  "package.json",
  "package-lock.json",
  "wrangler.toml",
];

function fingerprint(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: (entry) => entry.name === ".wrangler" || entry.name === "local",
  });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  for (const path of paths.sort()) hash.update(path).update("\0").update(readFileSync(path));
  return hash.digest("hex");
}

function readStamp(): string {
  try {
    return readFileSync(STAMP, "utf8");
  } catch {
    return "";
  }
}

/** Builds the browser's files and the worker into dist, unless dist was already built from identical sources. */
export function build(say: (said: string) => void): void {
  const wanted = fingerprint();
  if (readStamp() === wanted && existsSync(OPTIONS)) return;
  say("Construction de l’application…");
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  runNode(vite, "build", "--config", "web/vite.config.ts", "--logLevel", "warn");
  runNode(join(import.meta.dirname, "worker-options.ts"));
  writeFileSync(STAMP, wanted);
}

/** Runs a script in a process of its own, whose memory is freed when it ends. */
function runNode(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status !== 0) throw new Problem(`La construction a échoué.\n${stdout}${stderr}`);
}

if (import.meta.main) {
  try {
    build((said) => console.log(said));
  } catch (error) {
    showError(error);
    process.exitCode = 1;
  }
}
