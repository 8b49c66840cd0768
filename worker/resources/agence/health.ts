import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { says } from "#worker/http/api/described.ts";
import { openToAll } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";

type Health = "ok" | "indisponible";

const settled = (work: Promise<unknown>): Promise<Health> =>
  work.then(
    () => "ok" as const,
    () => "indisponible" as const,
  );

/** The state of the database, the files and the queue, separately: 200 when all of them answer, 503 otherwise. */
export const healthResource = new Hono<App>().get(
  "/health",
  says("État de la base, des fichiers et de la file d’attente."),
  openToAll,
  async (c) => {
    const [database, files, queue] = await Promise.all([
      settled(c.var.db.run(sql`SELECT 1`)),
      settled(c.env.FILES.head("sante")),
      settled(c.env.QUEUE.metrics()),
    ]);
    const healthy = [database, files, queue].every((state) => state === "ok");
    return c.json({ data: { database, files, queue } }, healthy ? 200 : 503);
  },
);
