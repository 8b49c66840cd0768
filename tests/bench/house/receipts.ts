import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import type { House } from "./house.ts";

const POLL_MS = 50;
const PATIENCE_MS = 400_000;
const MAILS_GONE = "SELECT count(*) AS gone FROM Courriel WHERE etat = 'envoye'";

/**
 * Runs the daily run of the fifth of the month, then waits until the mail of each receipt has been sent.
 * @returns the duration, in milliseconds
 * @throws when mails are missing after `PATIENCE_MS`, or when a receipt has no row or no PDF in R2
 */
export async function makeReceipts(house: House, mois: string, count: number): Promise<number> {
  const database = createClient({ url: house.databaseUrl });
  const mailsGone = async () => Number((await database.execute(MAILS_GONE)).rows[0]?.gone);
  const before = await mailsGone();
  const start = performance.now();
  await house.fireDailyRun(new Date(`${mois}-05T05:00:00Z`));
  while ((await mailsGone()) - before < count) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(`${mois}: mails are missing`);
    await sleep(POLL_MS);
  }
  const elapsed = performance.now() - start;
  const { rows } = await database.execute({
    sql: "SELECT count(*) AS receipts, count(file) AS files FROM Quitance WHERE mois = ?",
    args: [mois],
  });
  database.close();
  if (rows[0]?.receipts !== count || rows[0]?.files !== count)
    throw new Error(
      `${mois}: ${rows[0]?.receipts} receipts, ${rows[0]?.files} files, not ${count}`,
    );
  return elapsed;
}
