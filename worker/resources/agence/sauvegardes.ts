import { Hono } from "hono";
import type { Sauvegarde } from "#domain/agence/sauvegarde.ts";
import { says } from "#worker/http/api/described.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { lireSauvegardes } from "#worker/operations/copies/sauvegarde.ts";

/** The copies of the database, one a day; `npm run restore` restores an agency from one. */
export const sauvegardeResource = new Hono<App>().get(
  "/Sauvegarde",
  says("Les copies de la base gardées, la dernière d’abord.", { list: true }),
  requires("administrer"),
  async (c) => {
    const copies = await lireSauvegardes(contextOf(c));
    const data = copies.map(({ key: _, ...copie }): Sauvegarde => copie);
    return c.json({ data, total: data.length });
  },
);
