import { type Context, Hono } from "hono";
import {
  annulationDeDecompte,
  decomptesAImprimer,
  decomptesPostes,
  demandeDEnvoi,
  demandeDEnvoiDUn,
  demandeDeDouziemes,
} from "#domain/gerance/charges/envoi-fiche.ts";
import { demandeDecompte } from "#domain/gerance/locataires/appel.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { followUp } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { lireDecompteDeCharges } from "#worker/operations/gerance/charges/decomptes.ts";
import { echelonnerDecompte } from "#worker/operations/gerance/charges/echelonnements.ts";
import {
  type Envoye,
  envoyerDecompte,
  envoyerDecomptes,
  imprimerDecomptes,
} from "#worker/operations/gerance/charges/envois.ts";
import { annulerDecompte } from "#worker/operations/gerance/charges/envois-annules.ts";
import { noterDecomptesPostes } from "#worker/operations/gerance/charges/postage.ts";

const yearOf = (c: Context<App>) => ({ DossierId: idParam(c), annee: idParam(c, "annee") });

/** The recoverable charges of a lease for a year, and the statements sent (charges/README §12.21, §16.4). */
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
    "/Dossier/:id/charges/:annee/envoyer",
    says(
      "Envoie ce décompte, qui ne change plus ; son solde est appelé, ou porté au crédit du locataire. De nouveau, il ne porte que la différence.",
      { success: 201, refusals: [404, 409] },
    ),
    requires("modifier"),
    limited("mails"),
    json(demandeDEnvoiDUn),
    async (c) => {
      const envoye = await envoyerDecompte(contextOf(c), { ...yearOf(c), ...c.req.valid("json") });
      suivre(c, envoye);
      const { id, canal, warnings } = envoye;
      return c.json({ data: { id, canal, warnings } }, 201);
    },
  )
  .post(
    "/Dossier/:id/charges/:annee/douziemes",
    says("Rend payable par parts, à la demande du locataire, ce qui reste du solde envoyé.", {
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(demandeDeDouziemes),
    async (c) => {
      const quoi = { ...yearOf(c), ...c.req.valid("json") };
      suivre(c, { suites: await echelonnerDecompte(contextOf(c), quoi), aPartir: [] });
      return c.json({ data: await lireDecompteDeCharges(contextOf(c), quoi) });
    },
  )
  .post(
    "/Decompte/envoyer",
    says("Envoie plusieurs décomptes de charges, chacun à part, ou dit pourquoi il ne part pas."),
    requires("modifier"),
    limited("mails"),
    json(demandeDEnvoi),
    async (c) => {
      const { faits, refuses, ...reste } = await envoyerDecomptes(
        contextOf(c),
        c.req.valid("json"),
      );
      suivre(c, reste);
      return c.json({ data: { faits, refuses } });
    },
  )
  .post(
    "/Decompte/:id/annuler",
    says(
      "Annule un décompte envoyé : ses écritures sont extournées, il reste dit annulé, le locataire en est informé.",
      { refusals: [404, 409] },
    ),
    requires("supprimer"),
    json(annulationDeDecompte),
    async (c) => {
      const { lettre, aImprimer, warnings, ...reste } = await annulerDecompte(contextOf(c), {
        id: idParam(c),
        ...c.req.valid("json"),
      });
      suivre(c, reste);
      return c.json({ data: { lettre, aImprimer, warnings } });
    },
  )
  .post(
    "/Decompte/postes",
    says("Note le jour où les lettres de décomptes ont été postées, une fois."),
    requires("modifier"),
    json(decomptesPostes),
    async (c) => c.json({ data: await noterDecomptesPostes(contextOf(c), c.req.valid("json")) }),
  )
  .post(
    "/Decompte/imprimer",
    says("Les décomptes envoyés, en un seul PDF.", { media: "application/pdf" }),
    requires("lire"),
    limited("documents"),
    json(decomptesAImprimer),
    async (c) => {
      const pdf = await imprimerDecomptes(contextOf(c), c.req.valid("json").ids);
      return c.body(new Uint8Array(pdf).buffer, 200, {
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="Decomptes_${c.var.today}.pdf"`,
      });
    },
  );

/** Applies the effects of sending statements: queues the mails, and deletes the outdated papers. */
function suivre(c: Context<App>, { suites, aPartir }: Pick<Envoye, "suites" | "aPartir">): void {
  followUp(c, { ...suites, courriels: [...aPartir, ...suites.courriels] });
}
