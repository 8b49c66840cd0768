import { Hono } from "hono";
import * as z from "zod/mini";
import { says } from "#worker/http/api/described.ts";
import { parse } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { lireRetenues } from "#worker/operations/biens/retenues.ts";

const id = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, "Un identifiant est attendu.")),
    z.transform(Number),
  ),
);

const demande = z
  .strictObject({ AppartementId: id, ClientId: id, MissionId: id })
  .check(z.refine((lue) => Object.keys(lue).length > 0, "Dites de quelle fiche sont les liens."));

export const retenueResource = new Hono<App>().get(
  "/Retenue",
  says("Les liens d’une fiche qui ne se retirent pas pour l’instant, et pourquoi.", {
    list: true,
    query: demande.shape,
  }),
  requires("lire"),
  async (c) => {
    const data = await lireRetenues(contextOf(c), parse(demande, c.req.query()));
    return c.json({ data, total: data.length });
  },
);
