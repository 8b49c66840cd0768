import { Hono } from "hono";
import { agenceDe } from "#domain/agence/agence.ts";
import { brouillon, signature, soldesEcrits } from "#domain/gerance/reprise/reprise-fiche.ts";
import { procesVerbalReprise } from "#worker/documents/compte-rendu/proces-verbal-reprise.ts";
import { render } from "#worker/documents/page/render.ts";
import { says } from "#worker/http/api/described.ts";
import { json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import {
  garderReprise,
  lireReprise,
  signerReprise,
} from "#worker/operations/gerance/reprise/reprise.ts";
import { lireSoldes } from "#worker/operations/gerance/reprise/reprise-csv.ts";
import { lireReferentiel } from "#worker/operations/gerance/reprise/reprise-lue.ts";

/** The day on which the books begin, and the balances of that day (reprise/README §12.13). */
export const repriseResource = new Hono<App>()
  .get(
    "/Reprise",
    says("Le jour où les comptes commencent, et les soldes de ce jour."),
    requires("administrer"),
    async (c) => c.json({ data: await lireReprise(contextOf(c)) }),
  )
  .put(
    "/Reprise",
    says("Garde les soldes en brouillon."),
    requires("administrer"),
    json(brouillon),
    async (c) => {
      const ctx = contextOf(c);
      await garderReprise(ctx, c.req.valid("json"));
      return c.json({ data: await lireReprise(ctx) });
    },
  )
  .get(
    "/Reprise/generate",
    says("Le procès-verbal de la reprise, ou son projet.", { media: "application/pdf" }),
    requires("administrer"),
    limited("documents"),
    async (c) => {
      const ctx = contextOf(c);
      const [reprise, reglages] = await Promise.all([lireReprise(ctx), lireReglages(ctx.db)]);
      const { user, signeeLe } = reprise;
      const { document } = procesVerbalReprise({
        ...reprise,
        signature: user && signeeLe ? { user, le: new Date(signeeLe) } : null,
        emission: ctx.today,
        agence: agenceDe(reglages),
      });
      return c.body((await render(document)) as Uint8Array<ArrayBuffer>, 200, {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="Reprise_${reprise.debut}.pdf"`,
        "Cache-Control": "no-store",
      });
    },
  )
  .post(
    "/Reprise/lire",
    says("Lit les soldes d’un tableau CSV, sans rien écrire."),
    requires("administrer"),
    json(soldesEcrits),
    async (c) => {
      const { texte, debut } = c.req.valid("json");
      const referentiel = await lireReferentiel(contextOf(c), debut);
      return c.json({ data: { lignes: lireSoldes(texte, referentiel) } });
    },
  )
  .post(
    "/Reprise/signer",
    says("Signe les soldes : les comptes commencent."),
    requires("administrer"),
    confirmed,
    json(signature),
    async (c) => {
      const ctx = contextOf(c);
      await signerReprise(ctx, c.req.valid("json"));
      return c.json({ data: await lireReprise(ctx) });
    },
  );
