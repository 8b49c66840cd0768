import { Hono } from "hono";
import { demandeApport } from "#domain/gerance/reversements/apport.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  lireApports,
  noterApport,
  reprendreApport,
} from "#worker/operations/gerance/reversements/apports.ts";

/** The agency's own money in the rent accounts (reversements/README §12.18). */
export const apportResource = new Hono<App>()
  .get(
    "/Apport",
    says("Ce que l’agence a mis de ses fonds sur un compte de gérance, le dernier d’abord.", {
      list: true,
    }),
    requires("lire"),
    async (c) => {
      const data = await lireApports(contextOf(c));
      return c.json({ data, total: data.length });
    },
  )
  .post(
    "/Apport",
    says("Note que l’agence a mis de ses propres fonds sur un compte de gérance.", {
      success: 201,
      refusals: [409, 422],
    }),
    requires("administrer"),
    confirmed,
    json(demandeApport),
    async (c) => {
      const ctx = contextOf(c);
      const id = await noterApport(ctx, c.req.valid("json"));
      const data = (await lireApports(ctx)).find((apport) => apport.id === id);
      return c.json({ data }, 201);
    },
  )
  .post(
    "/Apport/:id/reprendre",
    says("Note que l’agence a repris ce qu’elle avait mis, si personne n’en manque.", {
      refusals: [404, 409],
    }),
    requires("administrer"),
    confirmed,
    async (c) => {
      const ctx = contextOf(c);
      const id = idParam(c);
      await reprendreApport(ctx, id);
      const data = (await lireApports(ctx)).find((apport) => apport.id === id);
      return c.json({ data });
    },
  );
