import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../worker/local/settings.ts";
import { temporaryFolder } from "../folders.ts";

/**
 * Builds the product at a revision of this repository, with that revision's own modules.
 * @returns the folder of that build
 */
export function builtAt(revision: string): string {
  const folder = join(temporaryFolder(), "revision");
  const git = (...words: string[]) => execFileSync("git", words, { cwd: ROOT, stdio: "pipe" });
  git("worktree", "add", "--detach", folder, revision);
  process.once("exit", () => git("worktree", "remove", "--force", folder));
  const lock = (of: string) => readFileSync(join(of, "package-lock.json"), "utf8");
  if (lock(folder) === lock(ROOT))
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci", "--prefer-offline"], { cwd: folder, stdio: "pipe" });
  const vite = join(folder, "node_modules/vite/bin/vite.js");
  const words = [vite, "build", "--config", "web/vite.config.ts", "--logLevel", "warn"];
  execFileSync(process.execPath, words, { cwd: folder, stdio: "pipe" });
  const options = join(folder, "worker/local/worker-options.ts");
  // Older revisions have no `worker-options.ts`.
  if (existsSync(options))
    execFileSync(process.execPath, [options], { cwd: folder, stdio: "pipe" });
  return folder;
}
