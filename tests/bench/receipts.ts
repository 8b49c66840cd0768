import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import { fireDailyRun } from "../../worker/local/daily-run.ts";
import type { House } from "./house.ts";

const POLL_MS = 40;
const PATIENCE_MS = 300_000;
const SETTLED = `SELECT count(*) AS receipts, count(file) AS files,
    (SELECT count(*) FROM Courriel JOIN Quitance q ON q.id = "QuitanceId" WHERE etat = 'envoye' AND q.mois = ?) AS mails
  FROM Quitance WHERE mois = ?`;

/**
 * Fires the daily run of the fifth of the month and waits until each receipt has its row, its PDF in R2 and
 * its mail gone.
 * @returns how long it took, in milliseconds.
 */
export async function makeReceipts(house: House, mois: string, count: number): Promise<number> {
  const database = createClient({ url: house.databaseUrl });
  const start = performance.now();
  await fireDailyRun(house.address(), new Date(`${mois}-05T05:00:00Z`));
  for (;;) {
    const { rows } = await database.execute({ sql: SETTLED, args: [mois, mois] });
    const { receipts, files, mails } = rows[0] ?? {};
    const elapsed = performance.now() - start;
    if ([receipts, files, mails].every((found) => found === count)) return elapsed;
    if (elapsed > PATIENCE_MS)
      throw new Error(`${mois}: ${receipts} receipts, ${files} files, ${mails} mails of ${count}`);
    await sleep(POLL_MS);
  }
}
