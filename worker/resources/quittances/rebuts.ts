import { desc, isNull } from "drizzle-orm";
import { Hono } from "hono";
import { rebuts } from "#worker/db/schema/quittances.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { ecarterRebut, reprendreRebut } from "#worker/operations/courriels/rebuts.ts";

/** The messages that the queue gave up on: staff see them, then send them again or dismiss them. */
export const rebutResource = new Hono<App>()
  .get(
    "/Rebut",
    says("Les travaux que la file d’attente a abandonnés.", { list: true }),
    async (c) => {
      const { db, session } = c.var;
      const { data } = await session.read("lire", {
        data: db
          .select()
          .from(rebuts)
          .where(isNull(rebuts.repriseLe))
          .orderBy(desc(rebuts.id))
          .limit(150),
      });
      return c.json({ data, total: data.length });
    },
  )
  .post(
    "/Rebut/:id/reprendre",
    says("Remet un travail en file d’attente.", { refusals: [409] }),
    requires("modifier"),
    async (c) => {
      const id = idParam(c);
      await reprendreRebut(contextOf(c), id);
      return c.json({ data: { id } });
    },
  )
  .delete(
    "/Rebut/:id",
    says("Écarte un travail, qui ne sera pas fait.", { success: 204, refusals: [404, 409] }),
    requires("supprimer"),
    async (c) => {
      await ecarterRebut(contextOf(c), idParam(c));
      return c.body(null, 204);
    },
  );
