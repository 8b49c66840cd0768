import { Hono } from "hono";
import { preparation } from "#domain/gerance/cloture/compte-rendu.ts";
import { says } from "#worker/http/api/described.ts";
import { json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { cloreMois, lireClotures } from "#worker/operations/gerance/cloture/clotures.ts";

/** The months that the agency closed (livres/README §12.1). */
export const clotureResource = new Hono<App>()
  .get("/Cloture", says("Les mois clos, le dernier d’abord."), requires("lire"), async (c) =>
    c.json({ data: await lireClotures(contextOf(c)) }),
  )
  .post(
    "/Cloture",
    says(
      "Clôt un mois, et tout ce qui précède : ce qui en arrive ensuite est passé dans le mois suivant.",
      { refusals: [409, 422] },
    ),
    requires("administrer"),
    json(preparation),
    async (c) => c.json({ data: await cloreMois(contextOf(c), c.req.valid("json").mois) }),
  );
