import { Hono } from "hono";
import { demandeAide } from "#domain/gerance/locataires/aide.ts";
import { says } from "#worker/http/described.ts";
import { requires } from "#worker/http/guards.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, json } from "#worker/http/validate.ts";
import { lireAides, noterAide } from "#worker/operations/gerance/locataires/aides.ts";

/** The housing benefit that is paid for a tenant to the owner or the agency. */
export const aideResource = new Hono<App>()
  .get(
    "/Dossier/:id/aide",
    says("L’aide au logement d’un dossier, et ce qu’elle fut.", { refusals: [404] }),
    requires("lire"),
    async (c) => c.json({ data: await lireAides(c.var.db, idParam(c), c.var.today) }),
  )
  .put(
    "/Dossier/:id/aide",
    says("Dit l’aide au logement d’un dossier à partir d’un jour.", { refusals: [404] }),
    requires("modifier"),
    json(demandeAide),
    async (c) => {
      const { db, session, today } = c.var;
      const DossierId = idParam(c);
      await noterAide(db, { DossierId, ...c.req.valid("json"), user: session.user.email });
      return c.json({ data: await lireAides(db, DossierId, today) });
    },
  );
