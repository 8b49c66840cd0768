import { lte, max, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { moisARattraper } from "#domain/quittance.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { courriels, executions } from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import { balayerFichiers } from "#worker/operations/balayage.ts";
import { dossiersDus } from "#worker/operations/dossiers-dus.ts";
import { mettreCourrielsEnFile, mettreEnFile } from "#worker/operations/file-attente.ts";
import { oublierConnexions } from "#worker/operations/login.ts";
import { rendreIncertains } from "#worker/operations/outbox.ts";

const PER_PAGE = 1000;
/** A mail that has waited for longer was lost on its way to the queue. Milliseconds. */
const LOST_AFTER = 10 * 60_000;

/**
 * The daily run (domain/README §9.9): queues one message for each receipt due since the last completed run, 31
 * days at most, records the day, queues a copy of the database, then sweeps what logins left, and the
 * files. It makes no receipt itself, and the consumer makes nothing twice: the run may be fired several
 * times, at once or late, or die half-way and be fired again.
 * @param today the day the cron was meant for, in Europe/Paris.
 * @throws when the database or the queue fails; the day then stays to be caught up.
 */
export async function dailyRun(
  env: Pick<Env, "DATABASE_URL" | "DATABASE_AUTH_TOKEN" | "QUEUE" | "FILES">,
  today: Jour,
  now: Date,
): Promise<void> {
  const db = openDb(env);
  // A day still to come is of a clock that was wrong: it must not hide those missed since.
  const [lastRun] = await db
    .select({ jour: max(executions.jour) })
    .from(executions)
    .where(lte(executions.jour, today));
  let messages = 0;
  for (const { mois, jusquAu } of moisARattraper(lastRun?.jour ?? null, today)) {
    for await (const ids of dossiersDus(db, mois, jusquAu)) {
      await mettreEnFile(
        env,
        ids.map((DossierId) => ({ type: "quitance", DossierId, mois, today })),
      );
      messages += ids.length;
    }
  }
  await queueLostCourriels(env, db, now);
  await db
    .insert(executions)
    .values({ jour: today, messages })
    .onConflictDoUpdate({
      target: executions.jour,
      set: { messages: sql`${executions.messages} + excluded.messages` },
    });
  await mettreEnFile(env, [{ type: "sauvegarde", jour: today }]);
  await oublierConnexions(db, now);
  await balayerFichiers(env, db, today).catch((error: unknown) => {
    console.error(JSON.stringify({ message: "Files not swept", error: motifDe(error) }));
  });
}

/** Mails whose message was lost wait for no one: queues them again; shows those whose sender fell silent. */
async function queueLostCourriels(env: Pick<Env, "QUEUE">, db: Db, now: Date): Promise<void> {
  await rendreIncertains(db, now);
  const lostSince = new Date(now.getTime() - LOST_AFTER).toISOString();
  for (let after = 0; ; ) {
    const page = await db
      .select({ id: courriels.id })
      .from(courriels)
      .where(
        sql`${courriels.etat} = 'a_envoyer' AND ${courriels.updatedAt} < ${lostSince} AND ${courriels.id} > ${after}`,
      )
      .orderBy(courriels.id)
      .limit(PER_PAGE);
    await mettreCourrielsEnFile(
      env,
      page.map(({ id }) => id),
    );
    const last = page.at(-1);
    if (!last || page.length < PER_PAGE) return;
    after = last.id;
  }
}
