const HOUR_UTC = 5;
const MINUTE = 60_000;

/** Runs the daily run of this instant: the local runtime never fires the cron of `wrangler.toml` by itself. */
export async function fireDailyRun(address: string, instant: Date): Promise<void> {
  const query = new URLSearchParams({ cron: "0 5 * * *", time: String(instant.getTime()) });
  const answer = await fetch(`${address}/cdn-cgi/local/scheduled?${query}`);
  const outcome = await answer.text();
  if (!answer.ok) throw new Error(outcome.slice(0, 500));
}

/**
 * Runs the daily run now, then each day at 05:00 UTC. The clock is read every minute, because a timer of a day would
 * drift while the machine sleeps. A run that failed is tried again within a minute.
 * @returns a function that stops these runs
 */
export function runDaily(address: string, say: (said: string) => void): () => void {
  const due = (instant: Date) => instant.toISOString().slice(0, 10);
  let done = "";
  const fire = (instant: Date) => {
    if (instant.getUTCHours() >= HOUR_UTC) done = due(instant);
    fireDailyRun(address, instant).catch((error: Error) => {
      done = "";
      say(`Le passage quotidien n’a pas abouti : ${error.message}`);
    });
  };
  fire(new Date());
  const timer = setInterval(() => {
    const instant = new Date();
    if (instant.getUTCHours() >= HOUR_UTC && done !== due(instant)) fire(instant);
  }, MINUTE);
  return () => clearInterval(timer);
}
