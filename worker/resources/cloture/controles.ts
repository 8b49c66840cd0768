import { Hono } from "hono";
import { says } from "#worker/http/described.ts";
import { requires } from "#worker/http/guards.ts";
import type { App } from "#worker/http/types.ts";
import { controler } from "#worker/operations/controles.ts";

/** The rules that must always hold, checked on request; `npm run controles` checks more. */
export const controleResource = new Hono<App>().get(
  "/Controle",
  says("Ce qui doit toujours être vrai, et ce qui ne l’est pas.", { list: true }),
  requires("administrer"),
  async (c) => {
    const { db, now, today } = c.var;
    const data = await controler(c.env, db, { now, today });
    return c.json({ data, total: data.length });
  },
);
