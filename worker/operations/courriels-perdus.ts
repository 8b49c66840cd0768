import { and, count, eq, gt, type SQL, sql } from "drizzle-orm";
import type { EtatCourriel } from "#domain/courriel.ts";
import type { Db } from "#worker/db/client.ts";
import { courrielPerdu } from "#worker/db/conditions.ts";
import { locataires } from "#worker/db/schema.ts";
import { courriels, quitances } from "#worker/db/schema-quittances.ts";
import type { Env } from "#worker/env.ts";
import { mettreCourrielsEnFile } from "./file-attente.ts";
import { partant, rendreIncertains } from "./outbox.ts";

const PAR_PAGE = 1000;

/** The receipts that have such a mail: asked of the mails, of which few are so, and not of each receipt. */
const avecCourriel = (est: SQL) =>
  sql`${quitances.id} IN (SELECT ${courriels.QuitanceId} FROM ${courriels} WHERE ${est})`;

/** The receipts that have a mail whose message was lost (domain/README §2.7): a condition on `Quitance`. */
export const avecCourrielPerdu = (now: Date): SQL => avecCourriel(courrielPerdu(now));

/**
 * The receipts one of whose mails is in this state and may be sent again, a condition on `Quitance` and `Locataire`: what was
 * paid since needs no avis.
 */
export const avecCourrielARenvoyer = (etat: EtatCourriel): SQL =>
  sql`(${avecCourriel(eq(courriels.etat, etat))} AND EXISTS (SELECT 1 FROM ${courriels}
    WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.etat} = ${etat}
      AND ${partant(courriels.genre)}))`;

/** How many receipts meet such a condition: the query, to be read beside others. */
export const compterQuittancesAvec = (db: Db, courriel: SQL) =>
  db
    .select({ nombre: count() })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .where(courriel);

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
