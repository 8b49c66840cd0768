import { and, eq, isNull, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { rebuts } from "#worker/db/schema.ts";
import { type Message, message as schema } from "#worker/messages.ts";
import { trace } from "./history.ts";

/**
 * Keeps the messages the queue gave up on, for staff to see; one that is there already and has not been
 * taken up again is not kept twice.
 */
export async function garderRebuts(
  db: Db,
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
 * Marks a message the queue gave up on as taken up again, once.
 * @returns the message, which the caller queues.
 * @throws NotFound; Conflict when it was taken up already, or is no message this version can do.
 */
export async function reprendreRebut({
  db,
  id,
  user,
  now,
}: {
  db: Db;
  id: number;
  user: string | null;
  now: Date;
}): Promise<Message> {
  const [rebut] = await db
    .select({ message: rebuts.message })
    .from(rebuts)
    .where(eq(rebuts.id, id));
  if (!rebut) throw new NotFound();
  const lu = schema.safeParse(rebut.message);
  if (!lu.success) throw new Conflict("Ce message est illisible : il ne peut pas être repris.");
  const [ecrit] = await db.batch([
    db
      .update(rebuts)
      .set({ repriseLe: now.toISOString() })
      .where(and(eq(rebuts.id, id), isNull(rebuts.repriseLe))),
    trace(db, { entite: "Rebut", entiteId: id, etat: "Repris", user }, true),
  ]);
  if (ecrit.rowsAffected === 0) throw new Conflict("Ce message a déjà été repris.");
  return lu.data;
}
