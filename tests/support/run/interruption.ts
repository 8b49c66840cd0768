import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The environment variable that marks all processes of a run; it holds the folder of the results. */
const MARK = "TEST_RUN";

/** Marks the processes that this run will start, and notes that the run is under way until {@link endRun}. */
export function beginRun(results: string): void {
  process.env[MARK] = results;
  writeFileSync(underWay(results), "");
}

export function endRun(results: string): void {
  rmSync(underWay(results), { force: true });
}

/**
 * Stops the processes that an interrupted run left behind.
 * @returns a sentence about them; null when the last run came to its end
 */
export function stopLeftovers(results: string): string | null {
  const stopped = new Map<string, number>();
  for (const { pid, name } of marked(`${MARK}=${results}`)) {
    process.kill(pid, "SIGKILL");
    stopped.set(name, (stopped.get(name) ?? 0) + 1);
  }
  if (stopped.size === 0 && !existsSync(underWay(results))) return null;
  const names = [...stopped].map(([name, count]) => (count > 1 ? `${name} (${count})` : name));
  const rest =
    names.length > 0 ? `arrêté ce qu’il en restait : ${names.join(", ")}` : "rien n’en restait";
  return `L’essai précédent a été interrompu ; ${rest}.`;
}

const underWay = (results: string) => join(results, "en-cours");

/** The processes with this mark in /proc; none on a machine without /proc, as macOS. */
function marked(mark: string): { pid: number; name: string }[] {
  const pids = existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return pids.flatMap((pid) => {
    if (!words(pid, "environ").includes(mark)) return [];
    return [{ pid: Number(pid), name: basename(words(pid, "cmdline")[0] ?? pid) }];
  });
}

/** The words of a file of /proc; empty when the process is gone or belongs to another user. */
function words(pid: string, file: "environ" | "cmdline"): string[] {
  try {
    return readFileSync(join("/proc", pid, file), "utf8").split("\0");
  } catch {
    return [];
  }
}
