import { readFileSync } from "node:fs";

const POKE_MS = 50;

/** The peak memory of a process, in MB; NaN when the system does not give it. */
export function peakMemory(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

const TICKS_A_SECOND = 100;

/** The processor time of a process so far, in seconds; NaN when the system does not give it. */
export function processor(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the process is in parentheses and may hold anything: the fields are read after it, from the third
    // on.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** The memory of a worker, read through its inspector. */
export interface Heap {
  /** The memory in use after garbage collection, in MB. */
  live(): Promise<number>;
  close(): void;
}

/**
 * Opens one inspector session for all the reads: workerd stops answering when several are opened while it streams.
 * @param worker the address of the worker at the inspector
 * @param poke sends the worker a request, because an idle worker does not collect garbage
 */
export async function openHeap(worker: URL, poke: () => Promise<unknown>): Promise<Heap> {
  const socket = new WebSocket(worker.href);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let count = 0;
  const call = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      const id = ++count;
      const answered = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener("message", answered);
        resolve(answer.result);
      };
      socket.addEventListener("message", answered);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async live() {
      const poking = setInterval(() => poke().catch(() => undefined), POKE_MS);
      try {
        await call("HeapProfiler.enable");
        await call("HeapProfiler.collectGarbage");
        const { usedSize = Number.NaN, backingStorageSize = 0 } =
          await call("Runtime.getHeapUsage");
        return (usedSize + backingStorageSize) / 2 ** 20;
      } finally {
        clearInterval(poking);
      }
    },
    close: () => socket.close(),
  };
}
