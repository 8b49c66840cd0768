const HOUR_UTC = 5;
const MINUTE = 60_000;
/** The wait before a failed run is tried again, in milliseconds. */
const AGAIN_MS = 15 * MINUTE;

/** Runs the daily run of this instant: the local runtime never fires the cron of `wrangler.toml` by itself. */
export async function fireDailyRun(address: string, instant: Date): Promise<void> {
  const query = new URLSearchParams({ cron: "0 5 * * *", time: String(instant.getTime()) });
  const answer = await fetch(`${address}/cdn-cgi/local/scheduled?${query}`);
  const outcome = await answer.text();
  if (!answer.ok) throw new Error(outcome.slice(0, 500));
}

/**
 * Runs the daily run now, then each day at 05:00 UTC. The clock is read every minute, because a timer of a day would
 * drift while the machine sleeps. A run that failed after 05:00 UTC is tried again a quarter of an hour later.
 * @returns a function that stops these runs
 */
export function runDaily(address: string, say: (said: string) => void): () => void {
  const due = (instant: Date) => instant.toISOString().slice(0, 10);
  let done = "";
  let running = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  const fire = async (instant: Date) => {
    running = true;
    try {
      await fireDailyRun(address, instant);
      if (instant.getUTCHours() >= HOUR_UTC) done = due(instant);
    } catch (error) {
      failedAt = Date.now();
      say(`Le passage quotidien n’a pas abouti : ${(error as Error).message}`);
    }
    running = false;
  };
  fire(new Date());
  const timer = setInterval(() => {
    const instant = new Date();
    const late = instant.getUTCHours() >= HOUR_UTC && done !== due(instant);
    if (late && !running && Date.now() - failedAt >= AGAIN_MS) fire(instant);
  }, MINUTE);
  return () => clearInterval(timer);
}
