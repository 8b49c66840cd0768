import { and, count, eq, isNull, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { rebuts } from "#worker/db/schema/quittances.ts";
import { message as schema } from "#worker/messages.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { mettreEnFile } from "./file-attente.ts";

const DEJA_REPRIS = "Ce message a déjà été repris.";

/** The condition that finds an abandoned message which nobody has queued again. */
const enPlan = (id: number) => and(eq(rebuts.id, id), isNull(rebuts.repriseLe));

/** The query for how many abandoned messages of the queue wait for a person; to run in the same batch as others. */
export const compterRebuts = (db: Db) =>
  db.select({ nombre: count() }).from(rebuts).where(isNull(rebuts.repriseLe));

/**
 * Keeps the messages that the queue gave up on, for staff to see. A message already kept, and not queued again since,
 * is not kept twice.
 */
export async function garderRebuts(
  { db }: Pick<Contexte, "db">,
  messages: readonly { body: unknown; attempts: number }[],
): Promise<void> {
  const json = JSON.stringify(
    messages.map(({ body, attempts }) => ({ message: JSON.stringify(body) ?? "null", attempts })),
  );
  await db.run(sql`
    INSERT INTO ${rebuts} (message, tentatives)
    SELECT nouveau.value ->> 'message', max(nouveau.value ->> 'attempts') FROM json_each(${json}) nouveau
    WHERE NOT EXISTS (
      SELECT 1 FROM ${rebuts} deja
      WHERE deja."repriseLe" IS NULL AND deja.message = nouveau.value ->> 'message')
    GROUP BY nouveau.value ->> 'message'`);
}

/**
 * Queues an abandoned message again, then marks it as queued again. The order matters: a message queued twice does
 * nothing more, but a message that was only marked would be lost.
 * @throws NotFound when there is no such message; Conflict when it was queued again already, or does not have the
 * form of a message of this version.
 */
export async function reprendreRebut(ctx: Contexte, id: number): Promise<void> {
  const { db, now, user } = ctx;
  const [rebut] = await db
    .select({ message: rebuts.message, repriseLe: rebuts.repriseLe })
    .from(rebuts)
    .where(eq(rebuts.id, id));
  if (!rebut) throw new NotFound();
  if (rebut.repriseLe !== null) throw new Conflict(DEJA_REPRIS);
  const message = schema.safeParse(rebut.message);
  if (!message.success)
    throw new Conflict("Ce message est illisible : il ne peut pas être repris.");
  await mettreEnFile(ctx, [message.data]);
  const { reprise } = await db.write({
    historique: trace(db, {
      entite: "Rebut",
      entiteId: id,
      etat: "Repris",
      user,
      quand: rowExists(rebuts, enPlan(id)),
    }),
    reprise: db.update(rebuts).set({ repriseLe: now.toISOString() }).where(enPlan(id)),
  });
  if (reprise.rowsAffected === 0) throw new Conflict(DEJA_REPRIS);
}

/**
 * Discards an abandoned message: its work will not be done. A line of history records it.
 * @throws NotFound when there is no such message; Conflict when it was queued again already.
 */
export async function ecarterRebut(
  { db, user }: Pick<Contexte, "db" | "user">,
  id: number,
): Promise<void> {
  const {
    rebut: [rebut],
    ecarte,
  } = await db.write({
    rebut: db.select({ id: rebuts.id }).from(rebuts).where(eq(rebuts.id, id)),
    historique: trace(db, {
      entite: "Rebut",
      entiteId: id,
      etat: "Écarté",
      user,
      quand: rowExists(rebuts, enPlan(id)),
    }),
    ecarte: db.delete(rebuts).where(enPlan(id)),
  });
  if (!rebut) throw new NotFound();
  if (ecarte.rowsAffected === 0) throw new Conflict(DEJA_REPRIS);
}
