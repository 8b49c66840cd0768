import { type Context, Hono } from "hono";
import {
  demandeDeLien,
  demandeDeVisite,
} from "#domain/gerance/mandats/acces-proprietaire-fiche.ts";
import { lecture, refus, signature } from "#domain/signature/signature-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { json } from "#worker/http/api/validate.ts";
import { disposition } from "#worker/http/files/disposition.ts";
import { appelantDe } from "#worker/http/session/caller.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { openToAll } from "#worker/http/session/guards.ts";
import { countLink, signing } from "#worker/http/session/visit.ts";
import type { App } from "#worker/http/types.ts";
import { lireAvantDeSigner, lirePdfDuSignataire } from "#worker/operations/signature/lecture.ts";
import {
  envoyerCode,
  etatDuSignataire,
  lirePageDuLien,
  ouvrirVisite,
} from "#worker/operations/signature/liens.ts";
import { seRetracterParLien } from "#worker/operations/signature/retractation.ts";
import {
  noterLecture,
  refuserParLien,
  signerParLien,
} from "#worker/operations/signature/signer.ts";

const context = (c: Context<App>) => ({
  env: c.env,
  db: c.var.db,
  now: c.var.now,
  today: c.var.today,
  user: null,
});

const file = async (c: Context<App>, annexe: boolean) => {
  const asked = { SignataireId: c.var.signer, annexe };
  const { titre, octets } = await lirePdfDuSignataire(context(c), asked);
  return c.body(new Uint8Array(octets), 200, {
    "Content-Type": "application/pdf",
    "Content-Disposition": disposition("attachment", `${titre}.pdf`),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
};

const state = async (c: Context<App>) =>
  c.json({ data: { etat: await etatDuSignataire(c.var, c.var.signer) } });

/** The page of a link, where a signer reads and signs a paper. */
export const signataireResource = new Hono<App>()
  .post(
    "/Signature/lien",
    says("Ce que montre la page d’un lien de signature avant son code.", { refusals: [404, 429] }),
    openToAll,
    json(demandeDeLien),
    async (c) => {
      const { jeton } = c.req.valid("json");
      await countLink(c, "signature", jeton);
      return c.json({ data: await lirePageDuLien(context(c), jeton) });
    },
  )
  .post(
    "/Signature/code",
    says("Envoie au signataire le code d’une visite.", { refusals: [404, 409, 429] }),
    openToAll,
    json(demandeDeLien),
    async (c) => {
      const { jeton } = c.req.valid("json");
      await countLink(c, "signature", jeton);
      return c.json({ data: await envoyerCode(context(c), jeton) });
    },
  )
  .post(
    "/Signature/visite",
    says("Ouvre la visite d’un signataire, avec le code qu’il a reçu.", {
      refusals: [404, 409, 429],
    }),
    openToAll,
    json(demandeDeVisite),
    async (c) => {
      const { jeton, code } = c.req.valid("json");
      await countLink(c, "signature", jeton);
      const data = await ouvrirVisite(c.var, { jeton, code, device: deviceOf(c) });
      return c.json({ data });
    },
  )
  .get(
    "/Signature/document",
    says("Le papier que lit le signataire en visite, et ce qui lui reste à faire."),
    signing,
    async (c) => c.json({ data: await lireAvantDeSigner(context(c), c.var.signer) }),
  )
  .get(
    "/Signature/pdf",
    says("Le fichier du papier : scellé, dès qu’il l’est.", { media: "application/pdf" }),
    signing,
    (c) => file(c, false),
  )
  .get(
    "/Signature/annexe",
    says("Le bail remis à la caution avec son acte.", { media: "application/pdf" }),
    signing,
    (c) => file(c, true),
  )
  .post(
    "/Signature/lu",
    says("Le signataire a lu jusqu’à la fin.", { success: 204 }),
    signing,
    json(lecture),
    async (c) => {
      await noterLecture(c.var, { id: c.var.signer, ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .post(
    "/Signature/signer",
    says("Le signataire signe ce qu’il a lu, une fois.", { refusals: [409] }),
    signing,
    json(signature),
    async (c) => {
      const asked = { id: c.var.signer, signature: c.req.valid("json"), appelant: appelantDe(c) };
      await signerParLien(context(c), asked);
      return state(c);
    },
  )
  .post(
    "/Signature/refuser",
    says("Le signataire refuse : personne ne signe plus ce papier.", { refusals: [409] }),
    signing,
    json(refus),
    async (c) => {
      const asked = { id: c.var.signer, ...c.req.valid("json"), appelant: appelantDe(c) };
      await refuserParLien(context(c), asked);
      return state(c);
    },
  )
  .post(
    "/Signature/retractation",
    says("Le signataire renonce au contrat, dans le délai de la loi.", { refusals: [409] }),
    signing,
    async (c) => c.json({ data: { le: await seRetracterParLien(context(c), c.var.signer) } }),
  );
