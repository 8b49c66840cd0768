import { Hono } from "hono";
import {
  finDAssurance,
  souscription,
} from "#domain/gerance/locataires/assurance-pour-compte-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  finirAssurance,
  lireAssurances,
  souscrireAssurance,
} from "#worker/operations/gerance/locataires/assurances-pour-compte.ts";

/** The insurance that an owner takes out for a tenant who proves none. */
export const assuranceResource = new Hono<App>()
  .get(
    "/Dossier/:id/assurance",
    says("L’assurance souscrite pour le compte d’un locataire, et celles d’avant.", {
      refusals: [404],
    }),
    requires("lire"),
    async (c) => c.json({ data: await lireAssurances(contextOf(c), idParam(c)) }),
  )
  .post(
    "/Dossier/:id/assurance",
    says(
      "Note l’assurance souscrite pour le compte d’un locataire, un mois après la mise en demeure.",
      {
        refusals: [404, 409],
        success: 201,
      },
    ),
    requires("modifier"),
    json(souscription),
    async (c) => {
      const ctx = contextOf(c);
      const DossierId = idParam(c);
      await souscrireAssurance(ctx, { DossierId, ...c.req.valid("json") });
      return c.json({ data: await lireAssurances(ctx, DossierId) }, 201);
    },
  )
  .post(
    "/Dossier/:id/assurance/:assuranceId/fin",
    says(
      "Met fin à l’assurance souscrite pour le compte d’un locataire, qui prouve la sienne ou est parti.",
      {
        refusals: [404, 409],
      },
    ),
    requires("modifier"),
    json(finDAssurance),
    async (c) => {
      const ctx = contextOf(c);
      const DossierId = idParam(c);
      const id = idParam(c, "assuranceId");
      await finirAssurance(ctx, { DossierId, id, ...c.req.valid("json") });
      return c.json({ data: await lireAssurances(ctx, DossierId) });
    },
  );
