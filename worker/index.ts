import { aujourdhui } from "#domain/dates.ts";
import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { consume } from "./jobs/consumer.ts";
import { dailyRun } from "./jobs/daily-run.ts";

const SECRET_AU_MOINS = 32;

/** The three doors of the product: requests, the queue, and the clock. */
export default {
  fetch(request, env, ctx) {
    return new TextEncoder().encode(env.JWT_SECRET).length < SECRET_AU_MOINS
      ? sansSecret()
      : app.fetch(request, env, ctx);
  },
  queue: consume,
  scheduled(controller, env) {
    return dailyRun(env, aujourdhui(new Date(controller.scheduledTime)), new Date());
  },
} satisfies ExportedHandler<Env>;

// jose signs with a key of any length; a short one can be guessed.
function sansSecret(): Response {
  const message =
    "L’application n’est pas configurée : JWT_SECRET doit compter au moins 32 octets.";
  return Response.json({ error: { code: "configuration", message } }, { status: 503 });
}
