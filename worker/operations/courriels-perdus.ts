import { and, gt } from "drizzle-orm";
import type { Db } from "#worker/db/client.ts";
import { courrielPerdu } from "#worker/db/conditions.ts";
import { courriels } from "#worker/db/schema-quittances.ts";
import type { Env } from "#worker/env.ts";
import { mettreCourrielsEnFile } from "./file-attente.ts";
import { rendreIncertains } from "./outbox.ts";

const PAR_PAGE = 1000;

/**
 * Queues again the mails whose message was lost (domain/README §2.7), and shows as uncertain those whose sender fell
 * silent. Calling it again does no harm: a mail leaves once.
 * @returns how many were queued.
 */
export async function reprendreCourrielsPerdus(
  env: Pick<Env, "QUEUE">,
  db: Db,
  now: Date,
): Promise<number> {
  await rendreIncertains(db, now);
  let repris = 0;
  for (let apres = 0; ; ) {
    const page = await db
      .select({ id: courriels.id, partLe: courriels.partLe })
      .from(courriels)
      .where(and(gt(courriels.id, apres), courrielPerdu(now)))
      .orderBy(courriels.id)
      .limit(PAR_PAGE);
    await mettreCourrielsEnFile(env, page, now);
    repris += page.length;
    const dernier = page.at(-1);
    if (!dernier || page.length < PAR_PAGE) return repris;
    apres = dernier.id;
  }
}
