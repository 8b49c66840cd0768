import { type Context, Hono } from "hono";
import {
  demandeDeLien,
  demandeDeVisite,
} from "#domain/gerance/mandats/acces-proprietaire-fiche.ts";
import { reponseDuProprietaire } from "#domain/gerance/revisions/revision-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { disposition } from "#worker/http/files/disposition.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { openToAll, requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import { countLink, visiting } from "#worker/http/session/visit.ts";
import type { App } from "#worker/http/types.ts";
import { lireCompteDuProprietaire } from "#worker/operations/gerance/cloture/compte-proprietaire.ts";
import { papierDuProprietaire } from "#worker/operations/gerance/cloture/papiers-du-proprietaire.ts";
import {
  accesLus,
  envoyerAcces,
  envoyerCode,
  lireLien,
  ouvrirVisite,
  requetesDesAcces,
  retirerAcces,
} from "#worker/operations/gerance/mandats/acces-proprietaires.ts";
import { repondreSurSaPage } from "#worker/operations/gerance/revisions/accords.ts";

const listOf = async (c: Context<App>, ClientId: number) => {
  const { db, now } = c.var;
  return accesLus(await db.read(requetesDesAcces(db, ClientId)), now);
};

/** The private link with which an owner reads his account: the calls of staff, and the calls of the link's page. */
export const accesProprietaireResource = new Hono<App>()
  .get(
    "/Client/:id/acces",
    says("Les liens privés envoyés à un propriétaire, le dernier d’abord.", { need: "lire" }),
    async (c) => {
      const { db, session, now } = c.var;
      const faits = await session.read("lire", requetesDesAcces(db, idParam(c)));
      return c.json({ data: accesLus(faits, now) });
    },
  )
  .post(
    "/Client/:id/acces",
    says("Envoie à un propriétaire le lien privé de son compte, qui remplace le précédent.", {
      success: 201,
    }),
    requires("modifier"),
    limited("mails"),
    async (c) => {
      const ClientId = idParam(c);
      await envoyerAcces(contextOf(c), { ClientId, device: deviceOf(c) });
      return c.json({ data: await listOf(c, ClientId) }, 201);
    },
  )
  .post(
    "/Client/:id/acces/:accesId/retirer",
    says("Retire un lien privé : il n’ouvre plus, ni les visites qu’il avait ouvertes."),
    requires("modifier"),
    async (c) => {
      const ClientId = idParam(c);
      const demande = { ClientId, id: idParam(c, "accesId"), device: deviceOf(c) };
      await retirerAcces(contextOf(c), demande);
      return c.json({ data: await listOf(c, ClientId) });
    },
  )
  .post(
    "/Proprietaire/lien",
    says("Ce que montre la page d’un lien privé avant son code.", { refusals: [404, 429] }),
    openToAll,
    json(demandeDeLien),
    async (c) => {
      const { jeton } = c.req.valid("json");
      await countLink(c, "proprietaire", jeton);
      return c.json({ data: await lireLien({ ...c.var, env: c.env }, jeton) });
    },
  )
  .post(
    "/Proprietaire/code",
    says("Envoie au propriétaire le code d’une visite.", { refusals: [404, 429] }),
    openToAll,
    json(demandeDeLien),
    async (c) => {
      const { jeton } = c.req.valid("json");
      await countLink(c, "proprietaire", jeton);
      return c.json({ data: await envoyerCode({ ...c.var, env: c.env }, jeton) });
    },
  )
  .post(
    "/Proprietaire/visite",
    says("Ouvre la visite d’un propriétaire, avec le code qu’il a reçu.", { refusals: [404, 429] }),
    openToAll,
    json(demandeDeVisite),
    async (c) => {
      const { jeton, code } = c.req.valid("json");
      await countLink(c, "proprietaire", jeton);
      const data = await ouvrirVisite(c.var, { jeton, code, device: deviceOf(c) });
      return c.json({ data });
    },
  )
  .get(
    "/Proprietaire/compte",
    says("Le compte du propriétaire en visite."),
    visiting,
    async (c) => {
      const { db, visitor, today } = c.var;
      return c.json({ data: await lireCompteDuProprietaire({ db, today }, visitor) });
    },
  )
  .post(
    "/Proprietaire/accord/:id",
    says("Le propriétaire en visite donne ou refuse l’accord qui lui est demandé, une fois.", {
      refusals: [404, 409],
    }),
    visiting,
    json(reponseDuProprietaire),
    async (c) => {
      const { db, visitor: ClientId, today } = c.var;
      await repondreSurSaPage({ db, today }, { ClientId, id: idParam(c), ...c.req.valid("json") });
      return c.json({ data: await lireCompteDuProprietaire({ db, today }, ClientId) });
    },
  )
  .get(
    "/Proprietaire/papiers/:papier",
    says("Un papier du propriétaire en visite : compte rendu, facture, aide à la déclaration.", {
      media: "application/pdf",
    }),
    visiting,
    async (c) => {
      const { db, visitor, today, now } = c.var;
      const demande = { ClientId: visitor, papier: c.req.param("papier") };
      const ctx = { env: c.env, db, today, now, user: null };
      const { nom, octets } = await papierDuProprietaire(ctx, demande);
      return c.body(octets, 200, {
        "Content-Type": "application/pdf",
        "Content-Disposition": disposition("attachment", `${nom}.pdf`),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      });
    },
  );
