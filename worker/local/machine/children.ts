import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

/**
 * Ties to this process every process started after this call: they and their process groups end when this process
 * ends, even when it is killed. A shell reads the numbers of the living processes from a pipe, and kills them when
 * the pipe closes. The numbers come from Node's diagnostics channel, the only source that gives the number of
 * workerd.
 */
export function tieChildren(): void {
  const living = new Set<number>();
  const guard = spawn(
    "sh",
    [
      "-c",
      'while read -r pids; do last=$pids; done; for p in $last; do kill -9 "-$p"; kill -9 "$p"; done',
    ],
    { detached: true, stdio: ["pipe", "ignore", "ignore"] },
  );
  guard.unref();
  guard.stdin.on("error", () => {});
  if ("unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  const tell = () => guard.stdin.write(`${[...living].join(" ")}\n`);
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    child.once("spawn", () => {
      const { pid } = child;
      if (pid === undefined) return;
      living.add(pid);
      tell();
      child.once("exit", () => {
        living.delete(pid);
        tell();
      });
    });
  });
}
