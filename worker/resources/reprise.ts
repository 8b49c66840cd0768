import { Hono } from "hono";
import { brouillon, signature } from "#domain/gerance/reprise.ts";
import { says } from "#worker/http/described.ts";
import { confirmed, requires } from "#worker/http/guards.ts";
import type { App } from "#worker/http/types.ts";
import { json } from "#worker/http/validate.ts";
import { garderReprise, lireReprise, signerReprise } from "#worker/operations/gerance/reprise.ts";

/** The day the books begin, and the balances of that day (domain/README §12.13). */
export const repriseResource = new Hono<App>()
  .get(
    "/Reprise",
    says("Le jour où les comptes commencent, et les soldes de ce jour."),
    requires("administrer"),
    async (c) => c.json({ data: await lireReprise(c.var.db, c.var.today) }),
  )
  .put(
    "/Reprise",
    says("Garde les soldes en brouillon."),
    requires("administrer"),
    json(brouillon),
    async (c) => {
      const { db, session, today } = c.var;
      await garderReprise(db, c.req.valid("json"), { user: session.user.email, today });
      return c.json({ data: await lireReprise(db, today) });
    },
  )
  .post(
    "/Reprise/signer",
    says("Signe les soldes : les comptes commencent."),
    requires("administrer"),
    confirmed,
    json(signature),
    async (c) => {
      const { db, session, today, now } = c.var;
      const { version } = c.req.valid("json");
      await signerReprise(db, { version, user: session.user.email, today, now });
      return c.json({ data: await lireReprise(db, today) });
    },
  );
