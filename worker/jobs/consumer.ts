import { inArray, sql } from "drizzle-orm";
import { RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { isDatabaseDown, motifDe } from "#worker/db/failures.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import type { Env } from "#worker/env.ts";
import { type Message as Body, message as schema } from "#worker/messages.ts";
import { type Contexte, sansAuteur } from "#worker/operations/contexte.ts";
import { noterHistorique } from "#worker/operations/controles/controles.ts";
import { noter } from "#worker/operations/copies/constats.ts";
import { copierFichiers } from "#worker/operations/copies/copies-fichiers.ts";
import { lireSauvegardes, sauvegarder } from "#worker/operations/copies/sauvegarde.ts";
import { mettreEnFile } from "#worker/operations/courriels/file-attente.ts";
import { garderRebuts } from "#worker/operations/courriels/rebuts.ts";
import { expedierCourriels } from "#worker/operations/expedition/courriels-documents.ts";
import { expedier, type Reste } from "#worker/operations/expedition/expedition.ts";
import { avancerExport } from "#worker/operations/export/export-complet.ts";
import { scellerEtAncrer } from "#worker/operations/historique/ancres.ts";
import { lireTete, scellerHistorique } from "#worker/operations/historique/chaine.ts";
import { genererQuittances } from "#worker/operations/quittances/generation.ts";

/** The first and the longest wait before a failed message is retried, in seconds. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 300;
/** The longest delay that the queue accepts for a retry, in seconds: twelve hours. */
const LONGEST_DELAY = 43_200;

/**
 * The slow messages, which nobody waits for, are handled last and in this order: a copy of the database, then the
 * files that it names, then the export.
 */
const LAST: readonly Body["type"][] = ["sauvegarde", "fichiers", "export"];

interface Job {
  message: Message<unknown>;
  body: Body;
}

/**
 * The consumer of the queue: each message is acknowledged or retried on its own. Dead letters are stored, then
 * acknowledged together.
 */
export async function consume(batch: MessageBatch<unknown>, env: Env): Promise<void> {
  const ctx = sansAuteur(env, openDb(env), new Date());
  if (batch.queue.endsWith("rebuts")) {
    await garderRebuts(ctx, batch.messages);
    batch.ackAll();
    return;
  }
  const jobs: Job[] = [];
  for (const message of batch.messages) {
    const read = schema.safeParse(message.body);
    if (read.success) jobs.push({ message, body: read.data });
    else retryLater(message, { erreur: "Unreadable message" });
  }
  await handle(
    jobs.filter(({ body }) => !LAST.includes(body.type)),
    ctx,
  );
  for (const type of LAST) {
    for (const job of jobs) if (job.body.type === type) await takeTime(job, ctx);
  }
  await scellerEtAncrer(ctx);
}

async function takeTime({ message, body }: Job, ctx: Contexte): Promise<void> {
  try {
    if (body.type === "sauvegarde") {
      await scellerHistorique(ctx);
      await noterHistorique(ctx, body.jour);
      await sauvegarder(ctx, { jour: body.jour, tete: await lireTete(ctx) });
    } else if (body.type === "fichiers") await copyFiles(ctx, body);
    else if (body.type === "export")
      await avancerExport(ctx, { ...body, repris: message.attempts > 1 });
    message.ack();
  } catch (error) {
    retryLater(message, { erreur: error });
  }
}

/**
 * Copies some files, and queues another message for the remaining ones, so that no message takes longer than the
 * queue allows.
 */
async function copyFiles(
  ctx: Contexte,
  { jour, apres, manques }: { jour: Jour; apres: string; manques: string[] },
): Promise<void> {
  const ancienne = (await lireSauvegardes(ctx)).at(-1)?.jour ?? null;
  const fait = await copierFichiers(ctx, { jour, apres, ancienne });
  const tous = [...manques, ...fait.manques].slice(0, RUPTURES_MONTREES);
  if (fait.suite === null) return noter(ctx, { nom: "fichiers", jour, manques: tous });
  await mettreEnFile(ctx, [{ type: "fichiers", jour, apres: fait.suite, manques: tous }]);
}

/**
 * Handles the messages together; if that fails for any reason but an outage, one by one, so that only the faulty one
 * is retried.
 */
async function handle(jobs: readonly Job[], ctx: Contexte): Promise<void> {
  if (jobs.length === 0) return;
  try {
    for (const { message, reste } of await handleTogether(jobs, ctx)) {
      if (reste === null) message.ack();
      else retryLater(message, reste);
    }
  } catch (error) {
    if (jobs.length === 1 || isDatabaseDown(error)) {
      for (const { message } of jobs) retryLater(message, { erreur: error });
    } else {
      for (const job of jobs) await handle([job], ctx);
    }
  }
}

async function handleTogether(
  jobs: readonly Job[],
  ctx: Contexte,
): Promise<{ message: Message<unknown>; reste: Reste }[]> {
  const mails = await subjectsOfCourriels(jobs, ctx.db);
  const quittances = new Map([
    ...(await generatedQuittances(jobs, ctx)),
    ...mails.flatMap(({ message, QuitanceId }): [Message<unknown>, number][] =>
      QuitanceId === null ? [] : [[message, QuitanceId]],
    ),
  ]);
  const documents = new Map(
    mails.flatMap(({ message, CourrielId, QuitanceId }): [Message<unknown>, number][] =>
      QuitanceId === null ? [[message, CourrielId]] : [],
    ),
  );
  const ids = JSON.stringify([...new Set(quittances.values())]);
  const restes = await expedier(
    { ...ctx, today: aujourdhui(new Date()) },
    sql`"Quitance".id IN (SELECT value FROM json_each(${ids}))`,
  );
  const sent = await expedierCourriels(ctx, [...new Set(documents.values())]);
  // A message is complete once its receipt cannot be made (the dossier was deleted, the lease ended), or once its
  // mail was deleted.
  return jobs.map(({ message }) => ({
    message,
    reste:
      restes.get(quittances.get(message) ?? 0) ?? sent.get(documents.get(message) ?? 0) ?? null,
  }));
}

async function generatedQuittances(jobs: readonly Job[], ctx: Contexte) {
  const asked = jobs.flatMap(({ message, body }) =>
    body.type === "quitance" ? [{ message, ...body }] : [],
  );
  const quittances: [Message<unknown>, number][] = [];
  for (const [today, ofDay] of Map.groupBy(asked, ({ today }) => today)) {
    const generations = await genererQuittances({ ...ctx, today }, ofDay);
    for (const { message, DossierId, mois } of ofDay) {
      const made = generations.find(
        (generation) => generation.DossierId === DossierId && generation.mois === mois,
      );
      if (made?.quitance) quittances.push([message, made.quitance.id]);
    }
  }
  return quittances;
}

/** The receipt of each mail; null for the mail of a document. A deleted mail is left out. */
async function subjectsOfCourriels(jobs: readonly Job[], db: Db) {
  const asked = jobs.flatMap(({ message, body }) =>
    body.type === "courriel" ? [[message, body.CourrielId] as const] : [],
  );
  if (asked.length === 0) return [];
  const ids = asked.map(([, id]) => id);
  const rows = await db
    .select({ id: courriels.id, QuitanceId: courriels.QuitanceId })
    .from(courriels)
    .where(inArray(courriels.id, ids));
  const quittances = new Map(rows.map(({ id, QuitanceId }) => [id, QuitanceId]));
  return asked.flatMap(([message, CourrielId]) => {
    const QuitanceId = quittances.get(CourrielId);
    return QuitanceId === undefined ? [] : [{ message, CourrielId, QuitanceId }];
  });
}

/**
 * Retries a message after the delay of `reste`, else after a delay that doubles with each try, up to {@link
 * LONGEST_WAIT}.
 */
function retryLater(message: Message<unknown>, reste: NonNullable<Reste>): void {
  if ("dans" in reste) {
    message.retry({ delaySeconds: Math.min(reste.dans, LONGEST_DELAY) });
    return;
  }
  console.error(
    JSON.stringify({
      message: "Queue message failed",
      body: message.body,
      error: motifDe(reste.erreur),
    }),
  );
  const wait = FIRST_WAIT * 2 ** (message.attempts - 1);
  message.retry({ delaySeconds: Math.min(wait, LONGEST_WAIT) });
}
