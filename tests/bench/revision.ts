import { execFileSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../worker/local/settings.ts";
import { temporaryFolder } from "./folders.ts";

/** The product as it was at a revision of this repository, built with today's modules. @returns its folder */
export function builtAt(revision: string): string {
  const folder = join(temporaryFolder(), "revision");
  const git = (...words: string[]) => execFileSync("git", words, { cwd: ROOT, stdio: "pipe" });
  git("worktree", "add", "--detach", folder, revision);
  process.once("exit", () => git("worktree", "remove", "--force", folder));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const words = [vite, "build", "--config", "web/vite.config.ts", "--logLevel", "warn"];
  execFileSync(process.execPath, words, { cwd: folder, stdio: "pipe" });
  const options = join(folder, "worker/local/worker-options.ts");
  // An older revision has no such step.
  if (existsSync(options))
    execFileSync(process.execPath, [options], { cwd: folder, stdio: "pipe" });
  return folder;
}
