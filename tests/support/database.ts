import { inject } from "vitest";

async function order(name: "kill" | "start" | "fresh"): Promise<void> {
  const answer = await fetch(`${inject("control")}/${name}`, { method: "POST" });
  if (!answer.ok) throw new Error(await answer.text());
}

/** An empty database with every migration applied. */
export const freshDatabase = () => order("fresh");

/** Kills the database as a crash would (SIGKILL); it stays down until {@link startDatabase}. */
export const killDatabase = () => order("kill");

/** Starts it again, on the same address and with what it had. */
export const startDatabase = () => order("start");
