import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

/**
 * Makes every process started from here die with this one, even when it is killed outright: a
 * shell reads their numbers from a pipe, and when the pipe closes it kills those still there.
 * The runtime's own child (workerd) gives no other hold on its number.
 */
export function tieChildren(): void {
  const guard = spawn(
    "sh",
    ["-c", 'while read -r pid; do pids="$pids $pid"; done; kill -9 $pids 2>/dev/null'],
    { detached: true, stdio: ["pipe", "ignore", "ignore"] },
  );
  guard.unref();
  guard.stdin.on("error", () => {});
  if ("unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    child.once("spawn", () => guard.stdin.write(`${child.pid}\n`));
  });
}
