import { inArray, sql } from "drizzle-orm";
import { aujourdhui } from "#domain/dates.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { isDatabaseDown, motifDe } from "#worker/db/failures.ts";
import { courriels } from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import { type Message as Corps, message as schema } from "#worker/messages.ts";
import { expedier, type Reste } from "#worker/operations/expedition.ts";
import { genererQuittances } from "#worker/operations/generation.ts";
import { garderRebuts } from "#worker/operations/rebuts.ts";
import { sauvegarder } from "#worker/operations/sauvegarde.ts";

/** Seconds. */
const PREMIERE_ATTENTE = 10;
const ATTENTE_AU_PLUS = 300;
/** The longest delay the queue accepts: twelve hours. */
const DELAI_AU_PLUS = 43_200;

/** A message of the queue, read. */
interface Travail {
  message: Message<unknown>;
  corps: Corps;
}

/** The door of the queue: each message is acknowledged or retried on its own, whatever the others do. */
export async function consume(batch: MessageBatch<unknown>, env: Env): Promise<void> {
  const db = openDb(env);
  if (batch.queue.endsWith("rebuts")) {
    await garderRebuts(db, batch.messages);
    batch.ackAll();
    return;
  }
  const travaux: Travail[] = [];
  for (const message of batch.messages) {
    const lu = schema.safeParse(message.body);
    if (lu.success) travaux.push({ message, corps: lu.data });
    else reprendre(message, { erreur: "Unreadable message" });
  }
  await traiter(
    travaux.filter(({ corps }) => corps.type !== "sauvegarde"),
    env,
    db,
  );
  // Last: a copy takes its time, and nothing waits for it.
  for (const travail of travaux) await copier(travail, env);
}

async function copier({ message, corps }: Travail, env: Env): Promise<void> {
  if (corps.type !== "sauvegarde") return;
  try {
    await sauvegarder(env, corps.jour);
    message.ack();
  } catch (erreur) {
    reprendre(message, { erreur });
  }
}

/** All together; if that fails for any reason but an outage, one by one, so that only the culprit is retried. */
async function traiter(travaux: readonly Travail[], env: Env, db: Db): Promise<void> {
  if (travaux.length === 0) return;
  try {
    for (const { message, reste } of await traiterEnsemble(travaux, env, db)) {
      if (reste === null) message.ack();
      else reprendre(message, reste);
    }
  } catch (erreur) {
    if (travaux.length === 1 || isDatabaseDown(erreur)) {
      for (const { message } of travaux) reprendre(message, { erreur });
    } else {
      for (const travail of travaux) await traiter([travail], env, db);
    }
  }
}

async function traiterEnsemble(
  travaux: readonly Travail[],
  env: Env,
  db: Db,
): Promise<{ message: Message<unknown>; reste: Reste }[]> {
  const quittances = new Map([
    ...(await quittancesGenerees(travaux, db)),
    ...(await quittancesDesCourriels(travaux, db)),
  ]);
  const ids = JSON.stringify([...new Set(quittances.values())]);
  const restes = await expedier({
    env,
    db,
    lesquelles: sql`"Quitance".id IN (SELECT value FROM json_each(${ids}))`,
    today: aujourdhui(new Date()),
  });
  // No receipt: the dossier is gone or its lease ended, the mail is gone. Nothing is left to do.
  return travaux.map(({ message }) => {
    const id = quittances.get(message);
    return { message, reste: id === undefined ? null : (restes.get(id) ?? null) };
  });
}

async function quittancesGenerees(travaux: readonly Travail[], db: Db) {
  const demandes = travaux.flatMap(({ message, corps }) =>
    corps.type === "quitance" ? [{ message, ...corps }] : [],
  );
  const quittances: [Message<unknown>, number][] = [];
  for (const [today, duJour] of Map.groupBy(demandes, ({ today }) => today)) {
    const generations = await genererQuittances({ db, demandes: duJour, today, user: null });
    for (const { message, DossierId, mois } of duJour) {
      const generee = generations.find(
        (generation) => generation.DossierId === DossierId && generation.mois === mois,
      );
      if (generee?.quitance) quittances.push([message, generee.quitance.id]);
    }
  }
  return quittances;
}

async function quittancesDesCourriels(travaux: readonly Travail[], db: Db) {
  const messages = travaux.flatMap(({ message, corps }) =>
    corps.type === "courriel" ? [[corps.CourrielId, message] as const] : [],
  );
  if (messages.length === 0) return [];
  const rows = await db
    .select({ id: courriels.id, QuitanceId: courriels.QuitanceId })
    .from(courriels)
    .where(
      inArray(
        courriels.id,
        messages.map(([id]) => id),
      ),
    );
  const quittances = new Map(rows.map(({ id, QuitanceId }) => [id, QuitanceId]));
  return messages.flatMap(([id, message]): [Message<unknown>, number][] => {
    const QuitanceId = quittances.get(id);
    return QuitanceId === undefined ? [] : [[message, QuitanceId]];
  });
}

/** Retries a message later: when asked to, else after a delay that doubles with each try. */
function reprendre(message: Message<unknown>, reste: NonNullable<Reste>): void {
  if ("dans" in reste) {
    message.retry({ delaySeconds: Math.min(reste.dans, DELAI_AU_PLUS) });
    return;
  }
  console.error(
    JSON.stringify({
      message: "Queue message failed",
      body: message.body,
      error: motifDe(reste.erreur),
    }),
  );
  const attente = PREMIERE_ATTENTE * 2 ** (message.attempts - 1);
  message.retry({ delaySeconds: Math.min(attente, ATTENTE_AU_PLUS) });
}
