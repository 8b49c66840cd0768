import { sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { NotFound } from "#domain/erreurs.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import { cheminAnnuel, cheminQuittance } from "#domain/quittances/quittance.ts";
import { demandeArchive } from "#domain/quittances/quittance-fiche.ts";
import { render } from "#worker/documents/page/render.ts";
import { warningsOf } from "#worker/documents/page/warnings.ts";
import { quittance } from "#worker/documents/quittances/quittance.ts";
import { says } from "#worker/http/api/described.ts";
import { noteExport } from "#worker/http/api/note-export.ts";
import { idParam, parse } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { type Pdf, pdfDe, remettre } from "#worker/operations/quittances/quittance-pdf.ts";
import { chargerQuittances } from "#worker/operations/quittances/quittances-chargees.ts";
import { recapitulatifAnnuel } from "#worker/operations/quittances/recapitulatif-annuel.ts";
import { zipDuMois } from "#worker/operations/quittances/zip-mois.ts";

function sendPdf(c: Context<App>, { octets, nom }: Pdf) {
  return c.body(octets as Uint8Array<ArrayBuffer>, 200, {
    "Content-Type": "application/pdf",
    "Content-Disposition": `inline; filename="${nom}"`,
    "Cache-Control": "no-store",
  });
}

/** The PDF of the present state of the receipt in the path, and the data from which it was made. */
async function presentPdf(c: Context<App>, { handedOver }: { handedOver: boolean }) {
  const id = idParam(c);
  const ctx = contextOf(c);
  const chargees = await chargerQuittances(ctx, { lesquelles: sql`"Quitance".id = ${id}` });
  const [chargee] = handedOver ? await remettre(ctx, chargees) : chargees;
  if (!chargee) throw new NotFound();
  return { id, chargee, pdf: await pdfDe(ctx, chargee) };
}

/** The yearly summary of the apartment that the path names. */
async function yearOf(c: Context<App>) {
  const AppartementId = idParam(c, "appartementId");
  const annee = Number(c.req.param("year"));
  const recapitulatif = await recapitulatifAnnuel(contextOf(c), { AppartementId, annee });
  return { AppartementId, annee, ...recapitulatif };
}

/** The PDFs of the receipts: one, a month, a year. */
export const quittanceDocumentResource = new Hono<App>()
  .get(
    "/Quitance/downloadMonth/:year{\\d{4}}/:month{0[1-9]|1[0-2]}",
    says("Les PDF d’un mois, en plusieurs archives au-delà de 5 000.", {
      media: "application/zip",
      query: demandeArchive.shape,
    }),
    requires("lire"),
    limited("exports"),
    async (c) => {
      const mois = `${c.req.param("year")}-${c.req.param("month")}`;
      const { partie } = parse(demandeArchive, c.req.query());
      const demande = { mois, partie: partie === undefined ? undefined : Number(partie) };
      const zip = await zipDuMois(contextOf(c), demande);
      noteExport(c, { ressource: "Quitance", mois });
      return c.body(zip, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${["Quittances", mois, partie].filter(Boolean).join("_")}.zip"`,
        "Cache-Control": "no-store",
      });
    },
  )
  .get(
    "/Quitance/:appartementId/generate/:year{\\d{4}}",
    says("Génère le récapitulatif annuel d’un appartement."),
    requires("modifier"),
    limited("documents"),
    async (c) => {
      const { AppartementId, annee, composed } = await yearOf(c);
      const data: DocumentGenere = {
        generated: cheminAnnuel(AppartementId, annee),
        warnings: warningsOf(composed),
      };
      return c.json({ data });
    },
  )
  .get(
    "/quitance/generate/:appartementId/:year{\\d{4}}",
    says("Le récapitulatif annuel d’un appartement.", { media: "application/pdf" }),
    requires("lire"),
    limited("documents"),
    async (c) => {
      const { composed, nom } = await yearOf(c);
      return sendPdf(c, { octets: await render(composed.document), nom });
    },
  )
  .get(
    "/Quitance/:id/generate",
    says("Génère le document de l’état présent."),
    requires("modifier"),
    limited("documents"),
    async (c) => {
      const { id, chargee, pdf } = await presentPdf(c, { handedOver: false });
      const composed = pdf.composed ?? quittance(chargee.donnees);
      const data: DocumentGenere = {
        generated: cheminQuittance(id),
        warnings: warningsOf(composed),
      };
      return c.json({ data });
    },
  )
  .get(
    "/quitance/download/:id",
    says("Le document de l’état présent.", { media: "application/pdf" }),
    requires("lire"),
    async (c) => {
      return sendPdf(c, (await presentPdf(c, { handedOver: true })).pdf);
    },
  );
