import { setTimeout } from "node:timers/promises";
import { isBusy } from "#worker/db/failures.ts";

/** Writes once the database is free: the checkpoint of earlier writes may lock it for seconds. */
export async function inTurn<Made>(write: () => Promise<Made>): Promise<Made> {
  for (let left = 30; ; left--) {
    try {
      return await write();
    } catch (error) {
      if (left === 0 || !isBusy(error)) throw error;
      await setTimeout(1000);
    }
  }
}
