import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { app } from "#worker/app.ts";
import { openDb } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import worker from "#worker/index.ts";
import type { Message } from "#worker/messages.ts";
import { type Api, apiOf } from "./api.ts";

const WORK = "patrimoine-locatif-travaux";
const DEAD = "patrimoine-locatif-rebuts";
const BATCH = 100;
const DELIVERIES = 9;
/**
 * The wait after a failed delivery, in milliseconds: the test runtime ignores the delays that the worker asks for.
 * These waits together outlast a restart of the database.
 */
const FIRST_WAIT = 20;
const LONGEST_WAIT = 100;

interface Waiting {
  id: string;
  body: Message;
  attempts: number;
}

type Mail = EmailMessageBuilder;

const doors: Required<Pick<ExportedHandler<Env, Message>, "queue" | "scheduled">> = worker;

/** The worker, with a queue that delivers only on demand and a mailbox that tests can read. */
export interface House {
  env: Env;
  /** The mails handed to the `send_email` binding, oldest first. */
  mails: Mail[];
  /** The messages waiting in the queue. A test may repeat, shuffle or drop them. */
  waiting: Waiting[];
  /** The API as the holder of this token sees it; without a token, as a visitor. */
  api(token?: string): Api;
  /** Runs the daily run of this instant, without delivering the messages that it queues. */
  cron(instant: string): Promise<void>;
  /** Delivers one batch of the waiting messages, a hundred at most, even those whose time has not come. */
  deliver(): Promise<void>;
  /** Ends the wait of every mail, then delivers batch after batch, dead letters too, until the queue is empty. */
  drain(): Promise<void>;
  /** A whole day: the daily run at 05:00 UTC, then all the deliveries that follow from it. */
  journee(jour: string): Promise<void>;
  /** Another worker on the same queue and mailbox, with these bindings. */
  servedWith(env: Env): House;
}

/** The parts that outlive a worker: the mailbox, the queue, and the dead letters. */
interface Boxes {
  mails: Mail[];
  waiting: Waiting[];
  dead: Waiting[];
}

/** @param faults bindings that replace the true ones, for instance to make a service fail */
export function openHouse(faults: Partial<Env> = {}): House {
  const boxes: Boxes = { mails: [], waiting: [], dead: [] };
  return houseOf({ ...env, ...bindingsOf(boxes), ...faults }, boxes);
}

function bindingsOf({ mails, waiting }: Boxes): Pick<Env, "QUEUE" | "EMAIL"> {
  let count = 0;
  const put = (body: Message) => waiting.push({ id: `message-${++count}`, body, attempts: 1 });
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
  const queue: Queue<Message> = {
    metrics: async () => metadata.metrics,
    send: async (body) => {
      put(structuredClone(body));
      return { metadata };
    },
    sendBatch: async (messages) => {
      for (const { body } of messages) put(structuredClone(body));
      return { metadata };
    },
  };
  const email: SendEmail = {
    send: async (mail: Mail | EmailMessage) => {
      if (!("subject" in mail)) throw new Error("The worker composes its mails, never their MIME.");
      mails.push(mail);
      return { messageId: `<${mails.length}@test>` };
    },
  };
  return { QUEUE: queue, EMAIL: email };
}

function houseOf(house: Env, boxes: Boxes): House {
  const { mails, waiting, dead } = boxes;

  async function deliver(name: string, source: Waiting[]): Promise<void> {
    const messages = source.splice(0, BATCH);
    const batch = createMessageBatch<Message>(
      name,
      messages.map((message) => ({ ...message, timestamp: new Date() })),
    );
    const context = createExecutionContext();
    let again: Waiting[];
    try {
      await doors.queue(batch, house, context);
      const result = await getQueueResult(batch, context);
      const retried = new Set(result.retryMessages.map(({ msgId }) => msgId));
      const all = result.retryBatch.retry;
      again = messages.filter(
        ({ id }) => retried.has(id) || (all && !result.explicitAcks.includes(id)),
      );
    } catch {
      again = messages;
    }
    const attempts = Math.max(0, ...again.map((message) => message.attempts));
    await scheduler.wait(Math.min(attempts * FIRST_WAIT, LONGEST_WAIT));
    for (const message of again) {
      if (message.attempts < DELIVERIES)
        source.push({ ...message, attempts: message.attempts + 1 });
      else if (name === WORK) dead.push({ ...message, attempts: 1 });
    }
  }

  async function cron(instant: string): Promise<void> {
    const controller = createScheduledController({
      scheduledTime: new Date(instant),
      cron: "0 5 * * *",
    });
    const context = createExecutionContext();
    await doors.scheduled(controller, house, context);
    await waitOnExecutionContext(context);
  }

  async function drain(): Promise<void> {
    while (waiting.length + dead.length > 0) {
      // When the database is down, this write fails without stopping the loop. The delivery below fails too, and its
      // messages are tried again.
      await openDb(house)
        .run(sql`UPDATE "Courriel" SET "partLe" = NULL WHERE "partLe" IS NOT NULL`)
        .catch(() => {});
      if (waiting.length > 0) await deliver(WORK, waiting);
      else await deliver(DEAD, dead);
    }
  }

  return {
    env: house,
    mails,
    waiting,
    // The app is called directly: the worker's front door would seal the history seconds later, during the next test.
    api: (token) => apiOf((request, context) => app.fetch(request, house, context), token),
    cron,
    deliver: () => deliver(WORK, waiting),
    drain,
    journee: async (jour) => {
      await cron(`${jour}T05:00:00.000Z`);
      await drain();
    },
    servedWith: (bindings) => houseOf(bindings, boxes),
  };
}
