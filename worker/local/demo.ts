import type { Db } from "#worker/db/client.ts";

export interface DemoContext {
  /** Base address of the running API, without a trailing slash: `http://localhost:8787/api`. */
  api: string;
  /** The admin, who may log in through the API. */
  admin: { email: string; password: string };
  db: Db;
  /** Every date of the demo is relative to it. */
  now: Date;
  /** Tells the person who waits. */
  say: (said: string) => void;
}

/** Fills an empty agency with the demo; an interruption leaves the folder to be started afresh. */
export async function chargerDemo(_: DemoContext): Promise<void> {}
