import { Hono } from "hono";
import { says } from "#worker/http/api/described.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { lireLocationsNouvelles } from "#worker/operations/gerance/mandats/avis-versement.ts";

/** The notices due to the owners of a mandate about new lettings (locataires/README §12.22). */
export const avisVersementResource = new Hono<App>().get(
  "/Mission/:id/locationsNouvelles",
  says("Les locations nouvelles d’un mandat pour lesquelles l’agence a reçu des fonds."),
  requires("lire"),
  async (c) => c.json({ data: await lireLocationsNouvelles(c.var, idParam(c)) }),
);
