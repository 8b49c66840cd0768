import { type Context, Hono } from "hono";
import { Forbidden } from "#domain/erreurs.ts";
import { estConstat, peutSignerCePapier } from "#domain/signature/constats.ts";
import {
  correction,
  refus,
  relance,
  retractationRecue,
  signatureSurPlace,
} from "#domain/signature/signature-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { detailOf } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { appelantDe } from "#worker/http/session/caller.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { corriger, relancer } from "#worker/operations/signature/gestion.ts";
import { noterRetractationRecue } from "#worker/operations/signature/retractation.ts";
import { scellerDemande } from "#worker/operations/signature/sceller-demande.ts";
import { signature } from "#worker/operations/signature/service.ts";
import { signerPourLAgence, signerSurPlace } from "#worker/operations/signature/signer.ts";
import { find } from "./views-signature.ts";

const shown = async (c: Context<App>) =>
  c.json({ data: detailOf(c, find, await find.query(c.var.db, idParam(c))) });

const NON_HABILITE =
  "Un administrateur doit d’abord vous habiliter à signer pour l’agence (Profils).";

/** The acts of staff on a paper that is being signed. */
export const gesteDeSignatureResource = new Hono<App>()
  .post(
    "/DemandeSignature/:id/relancer",
    says("Renvoie son lien à qui doit signer ; le précédent n’ouvre plus.", { refusals: [409] }),
    requires("modifier"),
    limited("mails"),
    json(relance),
    async (c) => {
      const { signataireId } = c.req.valid("json");
      await relancer(contextOf(c), { id: idParam(c), signataireId });
      return shown(c);
    },
  )
  .post(
    "/DemandeSignature/:id/annuler",
    says("Annule une signature en cours : ses liens n’ouvrent plus.", { refusals: [409] }),
    requires("modifier"),
    limited("mails"),
    json(refus),
    async (c) => {
      await signature.annuler(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return shown(c);
    },
  )
  .put(
    "/DemandeSignature/:id/signataire/:signataireId",
    says("Corrige qui n’a pas signé ; une autre adresse remplace son lien.", { refusals: [409] }),
    requires("modifier"),
    limited("mails"),
    json(correction),
    async (c) => {
      await corriger(contextOf(c), {
        id: idParam(c),
        signataireId: idParam(c, "signataireId"),
        correction: c.req.valid("json"),
      });
      return shown(c);
    },
  )
  .post(
    "/DemandeSignature/:id/surPlace",
    says("Quelqu’un signe devant l’agence, qui dit comment elle le connaît.", { refusals: [409] }),
    requires("modifier"),
    json(signatureSurPlace),
    async (c) => {
      const signature = c.req.valid("json");
      const appelant = appelantDe(c);
      await signerSurPlace(contextOf(c), { DemandeId: idParam(c), signature, appelant });
      return shown(c);
    },
  )
  .post(
    "/DemandeSignature/:id/signer",
    says("Signe pour l’agence, la dernière, et scelle : chacun reçoit son exemplaire.", {
      refusals: [409],
    }),
    requires("modifier"),
    limited("mails"),
    async (c) => {
      const { id: DemandeId, type } = await signature.etat(c.var, idParam(c));
      if (!peutSignerCePapier(c.var.session.user, type)) throw new Forbidden(NON_HABILITE);
      if (!estConstat(type)) c.var.session.requireConfirmed(c.var.now);
      await signerPourLAgence(contextOf(c), { DemandeId, appelant: appelantDe(c) });
      await scellerDemande(contextOf(c), DemandeId);
      return shown(c);
    },
  )
  .post(
    "/DemandeSignature/:id/retracter",
    says("Note une rétractation reçue par courrier, au jour de son envoi.", { refusals: [409] }),
    requires("modifier"),
    limited("mails"),
    json(retractationRecue),
    async (c) => {
      await noterRetractationRecue(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return shown(c);
    },
  );
