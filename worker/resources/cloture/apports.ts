import { Hono } from "hono";
import { demandeApport } from "#domain/gerance/reversements/apport.ts";
import { says } from "#worker/http/described.ts";
import { confirmed, requires } from "#worker/http/guards.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, json } from "#worker/http/validate.ts";
import {
  lireApports,
  noterApport,
  reprendreApport,
} from "#worker/operations/gerance/reversements/apports.ts";

/** The agency's own money in the accounts of rents (domain/README §12.18). */
export const apportResource = new Hono<App>()
  .get(
    "/Apport",
    says("Ce que l’agence a mis de ses fonds sur un compte de gérance, le dernier d’abord.", {
      list: true,
    }),
    requires("lire"),
    async (c) => {
      const data = await lireApports(c.var.db);
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
      const { db, session, today } = c.var;
      const { email: user } = session.user;
      const id = await noterApport({ db, user, today, demande: c.req.valid("json") });
      const data = (await lireApports(db)).find((un) => un.id === id);
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
      const { db, session, today } = c.var;
      const id = idParam(c);
      await reprendreApport({ db, id, user: session.user.email, today });
      const data = (await lireApports(db)).find((un) => un.id === id);
      return c.json({ data });
    },
  );
