import { and, count, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import {
  type CourrielAPartir,
  type CourrielPerdu,
  type EtatCourriel,
  reprisDepuis,
} from "#domain/quittances/courriel.ts";
import type { Db } from "#worker/db/client.ts";
import { courrielPerdu } from "#worker/db/conditions-quittances.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { mettreCourrielsEnFile } from "#worker/operations/courriels/file-attente.ts";
import { PART_LE, partant, rendreIncertains } from "#worker/operations/courriels/outbox.ts";
import { arreterDemandesTardives } from "#worker/operations/gerance/revisions/renvois.ts";

const PAR_PAGE = 1000;

/**
 * A condition on `Quitance`: the receipt has a mail that meets `est`. The query starts from the mails, which are few,
 * and not from each receipt.
 */
const avecCourriel = (est: SQL) =>
  sql`${quitances.id} IN (SELECT ${courriels.QuitanceId} FROM ${courriels} WHERE ${est})`;

/** A condition on `Quitance`: the receipt has a mail whose message was lost (quittances/README §2.7). */
export const avecCourrielPerdu = (now: Date): SQL => avecCourriel(courrielPerdu(now));

/**
 * A condition on `Quitance` and `Locataire`: the receipt has a mail in this state that may be sent again. The avis of
 * a receipt that was paid meanwhile may not.
 */
export const avecCourrielARenvoyer = (etat: EtatCourriel): SQL =>
  sql`(${avecCourriel(eq(courriels.etat, etat))} AND EXISTS (SELECT 1 FROM ${courriels}
    WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.etat} = ${etat}
      AND ${partant(courriels.genre)}))`;

/** The query for how many receipts meet `courriel`, a condition of this file; to run in the same batch as others. */
export const compterQuittancesAvec = (db: Db, courriel: SQL) =>
  db
    .select({ nombre: count() })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .where(courriel);

/** The query for how many mails were lost on their way to the queue; to run in the same batch as others. */
export const compterCourrielsPerdus = (db: Db, now: Date) =>
  db.select({ nombre: count() }).from(courriels).where(courrielPerdu(now));

/** The mails whose message was lost, a thousand at most, the oldest first, with recipients, subject and instant. */
export async function listerCourrielsPerdus({
  db,
  now,
}: Pick<Contexte, "db" | "now">): Promise<CourrielPerdu[]> {
  return await db
    .select({
      id: courriels.id,
      genre: courriels.genre,
      destinataires: courriels.destinataires,
      depuis: sql<string>`coalesce(${courriels.partLe}, ${courriels.createdAt})`,
      objet: courriels.objet,
      erreur: courriels.erreur,
      numero: quitances.numero,
      mois: quitances.mois,
      locataire: locataires.nom,
      DossierId: quitances.DossierId,
    })
    .from(courriels)
    .leftJoin(quitances, eq(quitances.id, courriels.QuitanceId))
    .leftJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .where(courrielPerdu(now))
    .orderBy(courriels.id)
    .limit(PAR_PAGE);
}

/**
 * Queues again the lost mails among those that a person chose. They wait again for the delay of the settings, and may
 * be called back until then. Mails that left meanwhile, or whose letter would ask for a revision too late, are not
 * queued.
 * @returns the mails that will leave, and when.
 */
export async function reprendreCourriels(
  ctx: Pick<Contexte, "env" | "db" | "now" | "today">,
  ids: readonly number[],
): Promise<CourrielAPartir[]> {
  const { db, now } = ctx;
  await arreterDemandesTardives(ctx, courrielPerdu(now));
  const repris = await db.all<CourrielAPartir>(sql`
    UPDATE ${courriels} SET "partLe" = ${PART_LE}, "updatedAt" = ${MAINTENANT}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${courrielPerdu(now)}
    RETURNING id, "partLe"`);
  await mettreCourrielsEnFile(ctx, repris);
  return repris;
}

/**
 * Queues again the mails whose message was lost in the last two days (quittances/README §2.7); mails lost earlier
 * wait for a person. It also marks as uncertain the mails whose sender went silent, and stops the lost letters,
 * however old, that would ask for a revision too late. A second call is harmless: a mail leaves once.
 */
export async function reprendreCourrielsPerdus(
  ctx: Pick<Contexte, "env" | "db" | "now" | "today">,
): Promise<void> {
  const { db, now } = ctx;
  await rendreIncertains(db, now);
  await arreterDemandesTardives(ctx, courrielPerdu(now));
  for (let apres = 0; ; ) {
    const page = await db
      .select({ id: courriels.id, partLe: courriels.partLe })
      .from(courriels)
      .where(
        and(
          gt(courriels.id, apres),
          courrielPerdu(now),
          gte(courriels.updatedAt, reprisDepuis(now)),
        ),
      )
      .orderBy(courriels.id)
      .limit(PAR_PAGE);
    await mettreCourrielsEnFile(ctx, page);
    const dernier = page.at(-1);
    if (!dernier || page.length < PAR_PAGE) return;
    apres = dernier.id;
  }
}
