import { Hono } from "hono";
import { effacementDemande } from "#domain/personnes/conservation.ts";
import { says } from "#worker/http/api/described.ts";
import { json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  compterConservation,
  effacerConserves,
  lireConservation,
} from "#worker/operations/personnes/conservation.ts";

/** The data kept too long, and their erasure after an administrator's confirmation (personnes/README §9.14). */
export const conservationResource = new Hono<App>()
  .get(
    "/Conservation",
    says("Ce qui est gardé plus longtemps qu’il ne faut, par genre.", { list: true }),
    requires("administrer"),
    async (c) => {
      const data = await lireConservation(c.var);
      return c.json({ data, total: data.length });
    },
  )
  .get(
    "/Conservation/resume",
    says("Combien de personnes ont dépassé leur durée de conservation."),
    requires("administrer"),
    async (c) => c.json({ data: { personnes: await compterConservation(c.var) } }),
  )
  .post(
    "/Conservation/effacer",
    says("Efface des personnes, ou les textes d’un genre, qui ont dépassé leur durée."),
    requires("administrer"),
    confirmed,
    json(effacementDemande),
    async (c) => {
      return c.json({ data: await effacerConserves(contextOf(c), c.req.valid("json")) });
    },
  );
