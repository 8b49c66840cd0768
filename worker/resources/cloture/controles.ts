import { Hono } from "hono";
import { says } from "#worker/http/api/described.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { controler } from "#worker/operations/controles/controles.ts";
import { lireFondsNonReclames } from "#worker/operations/gerance/exports/fonds-non-reclames.ts";

/** The facts that must always be true, checked on request; `npm run controles` checks more. */
export const controleResource = new Hono<App>()
  .get(
    "/Controle",
    says("Ce qui doit toujours être vrai, et ce qui ne l’est pas.", { list: true }),
    requires("administrer"),
    async (c) => {
      const data = await controler(contextOf(c));
      return c.json({ data, total: data.length });
    },
  )
  .get(
    "/FondsNonReclames",
    says("Ce que l’agence tient et qui attend son propriétaire : à qui, depuis quand, pourquoi.", {
      list: true,
    }),
    requires("lire"),
    async (c) => {
      const data = await lireFondsNonReclames(contextOf(c));
      return c.json({ data, total: data.length });
    },
  );
