import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** In the environment of all that a run starts: the folder of its results. */
const MARK = "TEST_RUN";

/** Marks the processes that this run will start, and the run itself as under way until {@link endRun}. */
export function beginRun(results: string): void {
  process.env[MARK] = results;
  writeFileSync(underWay(results), "");
}

export function endRun(results: string): void {
  rmSync(underWay(results), { force: true });
}

/**
 * Stops the processes left by a run that was cut short.
 * @returns their fate, in a sentence; null when the last run came to its end.
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

/** Reads /proc: where there is none, as on macOS, nothing is found. */
function marked(mark: string): { pid: number; name: string }[] {
  const pids = existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return pids.flatMap((pid) => {
    if (!words(pid, "environ").includes(mark)) return [];
    return [{ pid: Number(pid), name: basename(words(pid, "cmdline")[0] ?? pid) }];
  });
}

/** Nothing for a process that has gone meanwhile, or is someone else's. */
function words(pid: string, file: "environ" | "cmdline"): string[] {
  try {
    return readFileSync(join("/proc", pid, file), "utf8").split("\0");
  } catch {
    return [];
  }
}
