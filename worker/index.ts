import { aujourdhui } from "#domain/dates.ts";
import { withAnsweringStorage } from "./answering-storage.ts";
import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { consume } from "./jobs/consumer.ts";
import { dailyRun } from "./jobs/daily-run.ts";
import { sealSoon, writes } from "./jobs/sealing.ts";

const SECRET_AU_MOINS = 32;

/** The three entries of the worker: requests, the queue, and the clock. */
export default {
  fetch(request, env, ctx) {
    return new TextEncoder().encode(env.JWT_SECRET).length < SECRET_AU_MOINS
      ? sansSecret()
      : answer(request, env, ctx);
  },
  queue(batch, env) {
    return consume(batch, withAnsweringStorage(env, { of: "job" }));
  },
  scheduled(controller, env) {
    return dailyRun(
      withAnsweringStorage(env, { of: "job" }),
      aujourdhui(new Date(controller.scheduledTime)),
      new Date(),
    );
  },
} satisfies ExportedHandler<Env>;

function answer(request: Request, env: Env, ctx: ExecutionContext) {
  if (writes(request)) ctx.waitUntil(sealSoon(env));
  return app.fetch(request, env, ctx);
}

// The library jose accepts a key of any length, but a short key can be guessed.
function sansSecret(): Response {
  const message =
    "L’application n’est pas configurée : JWT_SECRET doit compter au moins 32 octets.";
  return Response.json({ error: { code: "configuration", message } }, { status: 503 });
}
