import { Hono } from "hono";
import { demandeAide } from "#domain/gerance/locataires/aide.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { lireAides, noterAide } from "#worker/operations/gerance/locataires/aides.ts";

/** The housing benefit that is paid for a tenant to the owner or the agency. */
export const aideResource = new Hono<App>()
  .get(
    "/Dossier/:id/aide",
    says("L’aide au logement d’un dossier, et ce qu’elle fut.", { refusals: [404] }),
    requires("lire"),
    async (c) => c.json({ data: await lireAides(contextOf(c), idParam(c)) }),
  )
  .put(
    "/Dossier/:id/aide",
    says("Dit l’aide au logement d’un dossier à partir d’un jour.", { refusals: [404] }),
    requires("modifier"),
    json(demandeAide),
    async (c) => {
      const ctx = contextOf(c);
      const DossierId = idParam(c);
      await noterAide(ctx, { DossierId, ...c.req.valid("json") });
      return c.json({ data: await lireAides(ctx, DossierId) });
    },
  );
