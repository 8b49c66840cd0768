import { type Context, Hono } from "hono";
import { demandeAppelDeCharges, demandeDecompte } from "#domain/gerance/locataires/appel.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { queueMails } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  appelerSoldeDeCharges,
  lireDecompteDeCharges,
} from "#worker/operations/gerance/locataires/charges.ts";
import { oublierPdfs } from "#worker/operations/quittances/quittance-pdf.ts";

const yearOf = (c: Context<App>) => ({ DossierId: idParam(c), annee: idParam(c, "annee") });

/** The recoverable charges of a lease for a year (charges/README §12.21). */
export const chargesResource = new Hono<App>()
  .get(
    "/Dossier/:id/charges/:annee",
    says("Le décompte des charges d’un locataire pour une année, et son solde.", {
      query: demandeDecompte.shape,
      refusals: [404, 409, 422],
    }),
    requires("lire"),
    async (c) => {
      const quoi = { ...yearOf(c), ...parse(demandeDecompte, c.req.query()) };
      return c.json({ data: await lireDecompteDeCharges(contextOf(c), quoi) });
    },
  )
  .post(
    "/Dossier/:id/charges/:annee/appel",
    says("Appelle au locataire le solde de ce décompte, une seule fois.", {
      success: 201,
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(demandeAppelDeCharges),
    async (c) => {
      const { id, courriels, anciensPdf } = await appelerSoldeDeCharges(contextOf(c), {
        ...yearOf(c),
        ...c.req.valid("json"),
      });
      queueMails(c, courriels);
      c.executionCtx.waitUntil(oublierPdfs(c, anciensPdf));
      return c.json({ data: { id } }, 201);
    },
  );
