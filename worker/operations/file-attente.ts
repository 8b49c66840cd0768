import type { Env } from "#worker/env.ts";
import type { Message } from "#worker/messages.ts";

/** The most messages the queue takes at once. */
const LOT_AU_PLUS = 100;

/** The queue does not take messages now. */
export const isQueueDown = (error: Error): boolean =>
  /^Queue send(Batch)? failed/.test(error.message);

/** Queues the messages, as many at a time as the queue takes. */
export async function mettreEnFile(
  env: Pick<Env, "QUEUE">,
  messages: readonly Message[],
): Promise<void> {
  for (let debut = 0; debut < messages.length; debut += LOT_AU_PLUS) {
    const lot = messages.slice(debut, debut + LOT_AU_PLUS);
    await env.QUEUE.sendBatch(lot.map((body) => ({ body })));
  }
}

/** Queues mails of the outbox. */
export async function mettreCourrielsEnFile(
  env: Pick<Env, "QUEUE">,
  CourrielIds: readonly number[],
): Promise<void> {
  await mettreEnFile(
    env,
    CourrielIds.map((CourrielId) => ({ type: "courriel", CourrielId })),
  );
}
