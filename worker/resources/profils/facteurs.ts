import { type Context, Hono } from "hono";
import { peut } from "#domain/profils/droits.ts";
import { confirmationTotp, nouvellePasskey, renommage } from "#domain/profils/facteur-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import { tellAccount, tellAdministrators } from "#worker/http/session/tell-account.ts";
import { siteAsked, siteOf } from "#worker/http/site.ts";
import type { App } from "#worker/http/types.ts";
import {
  ajouterPasskey,
  commencerTotp,
  confirmerTotp,
  facteursDe,
  reinitialiserFacteurs,
  renommerPasskey,
  renouvelerCodes,
  retirerPasskey,
  retirerTotp,
  type Titulaire,
} from "#worker/operations/profils/facteurs.ts";
import { optionsDeCreation } from "#worker/operations/profils/passkeys.ts";
import { adresseDeProfil } from "#worker/operations/profils/users.ts";

const titulaire = (c: Context<App>): Titulaire => {
  const { id, email } = c.var.session.user;
  return { id, email, device: deviceOf(c) };
};

const tell = (c: Context<App>) => tellAccount(c, "secondFacteur", c.var.session.user.email);

export const facteurResource = new Hono<App>()
  .get(
    "/user/facteurs",
    says("Les seconds facteurs de son propre compte."),
    requires("facteurs"),
    async (c) => c.json({ data: await facteursDe(contextOf(c), c.var.session.user.id) }),
  )
  .post(
    "/user/facteurs/totp",
    says("Donne la clé d’une application à codes, à confirmer par un premier code."),
    requires("facteurs"),
    confirmed,
    async (c) => c.json({ data: await commencerTotp(contextOf(c), titulaire(c)) }),
  )
  .post(
    "/user/facteurs/totp/confirmer",
    says("Ajoute l’application à codes ; donne les codes de secours si le compte n’en a pas."),
    requires("facteurs"),
    confirmed,
    json(confirmationTotp),
    async (c) => {
      const { code } = c.req.valid("json");
      const secours = await confirmerTotp(contextOf(c), { titulaire: titulaire(c), code });
      tell(c);
      return c.json({ data: { secours } });
    },
  )
  .delete(
    "/user/facteurs/totp",
    says("Retire l’application à codes.", { success: 204, refusals: [404] }),
    requires("facteurs"),
    confirmed,
    async (c) => {
      await retirerTotp(contextOf(c), titulaire(c));
      tell(c);
      return c.body(null, 204);
    },
  )
  .post(
    "/user/facteurs/passkey/options",
    says("Ce qu’un navigateur doit savoir pour créer une clé d’accès."),
    requires("facteurs"),
    confirmed,
    async (c) => {
      const asked = { account: titulaire(c), site: siteAsked(c) };
      return c.json({ data: await optionsDeCreation(contextOf(c), asked) });
    },
  )
  .post(
    "/user/facteurs/passkey",
    says("Ajoute une clé d’accès ; donne les codes de secours si le compte n’en a pas.", {
      success: 201,
    }),
    requires("facteurs"),
    confirmed,
    json(nouvellePasskey),
    async (c) => {
      const { nom, attestation } = c.req.valid("json");
      const made = { titulaire: titulaire(c), nom, reponse: attestation, site: siteOf(c) };
      const data = await ajouterPasskey(contextOf(c), made);
      tell(c);
      return c.json({ data }, 201);
    },
  )
  .put(
    "/user/facteurs/passkey/:id",
    says("Renomme une clé d’accès."),
    requires("facteurs"),
    confirmed,
    json(renommage),
    async (c) => {
      const id = idParam(c);
      const { nom } = c.req.valid("json");
      await renommerPasskey(contextOf(c), { UserId: c.var.session.user.id, id, nom });
      return c.json({ data: { id, nom } });
    },
  )
  .delete(
    "/user/facteurs/passkey/:id",
    says("Retire une clé d’accès.", { success: 204 }),
    requires("facteurs"),
    confirmed,
    async (c) => {
      await retirerPasskey(contextOf(c), { titulaire: titulaire(c), id: idParam(c) });
      tell(c);
      return c.body(null, 204);
    },
  )
  .post(
    "/user/facteurs/secours",
    says("Remplace les codes de secours : les anciens ne valent plus rien."),
    requires("facteurs"),
    confirmed,
    async (c) => {
      const secours = await renouvelerCodes(contextOf(c), titulaire(c));
      tell(c);
      return c.json({ data: { secours } });
    },
  )
  .post(
    "/user/:email/resetFacteurs",
    says("Retire d’un compte tout second facteur, pour qui les a perdus."),
    requires("administrer"),
    confirmed,
    async (c) => {
      const email = adresseDeProfil(c.req.param("email"));
      const lost = { email, device: deviceOf(c) };
      const role = await reinitialiserFacteurs(contextOf(c), lost);
      if (peut(role, "administrer")) tellAdministrators(c, "facteursRetires", email);
      tellAccount(c, "facteursRetires", email);
      return c.json({ data: { email } });
    },
  );
