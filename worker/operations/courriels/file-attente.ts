import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import type { Env } from "#worker/env.ts";
import type { Message } from "#worker/messages.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

interface File {
  env: Pick<Env, "QUEUE">;
}

/** The most messages the queue takes at once. */
const LOT_AU_PLUS = 100;

/** Whether this error says that the queue takes no messages now. */
export const isQueueDown = (error: Error): boolean =>
  /^Queue send(Batch)? failed/.test(error.message);

/** Queues messages, in batches as large as the queue accepts. */
export async function mettreEnFile(ctx: File, messages: readonly Message[]): Promise<void> {
  await envoyer(
    ctx,
    messages.map((body) => ({ body })),
  );
}

/** Queues mails of the outbox; each message is delivered when its mail may leave. */
export async function mettreCourrielsEnFile(
  ctx: File & Pick<Contexte, "now">,
  courriels: readonly CourrielAPartir[],
): Promise<void> {
  await envoyer(
    ctx,
    courriels.map(({ id, partLe }) => ({
      body: { type: "courriel", CourrielId: id },
      delaySeconds: attenteEnSecondes(partLe, ctx.now),
    })),
  );
}

/** Whole seconds from now until a mail may leave; 0 when it may leave now. */
export const attenteEnSecondes = (partLe: string | null, now: Date): number =>
  partLe === null ? 0 : Math.max(0, Math.ceil((Date.parse(partLe) - now.getTime()) / 1000));

async function envoyer(
  { env }: File,
  messages: readonly MessageSendRequest<Message>[],
): Promise<void> {
  for (let debut = 0; debut < messages.length; debut += LOT_AU_PLUS) {
    await env.QUEUE.sendBatch(messages.slice(debut, debut + LOT_AU_PLUS));
  }
}
