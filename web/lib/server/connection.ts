import { useSyncExternalStore } from "react";
import { ApiError, api } from "./api.ts";

/** `outdated`: the server answers, but no longer has the code of this version (web/README §10.5). */
export type Connection = "up" | "away" | "outdated";

let connection: Connection = "up";
const listeners = new Set<() => void>();

function tell(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

/** The state of the connection, known from the attempts to load missing code. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => connection,
  );
}

export function answers(): Promise<boolean> {
  return api.get("/version", { quiet: true }).then(
    () => true,
    (error) => error instanceof ApiError && error.status > 0 && error.status < 500,
  );
}

const PAUSE_MS = 2000;

/** Waits before the server is called again; the pause ends at once when the network comes back. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, PAUSE_MS);
    window.addEventListener("online", done);
  });
}

/**
 * Loads a part of the product, and tries again until the server answers. It never resolves when the server no longer
 * has that part, which a newer version has replaced: `useConnection` then gives « outdated ».
 */
export async function loadedAtLast<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let refused = 0; refused < 2; ) {
    try {
      const part = await load();
      if (connection === "away") tell("up");
      return part;
    } catch {
      if (await answers()) {
        refused += 1;
        continue;
      }
      refused = 0;
      tell("away");
      await pause();
    }
  }
  tell("outdated");
  return new Promise(() => {});
}
