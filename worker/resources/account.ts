import { Hono } from "hono";
import { TooMany } from "#domain/erreurs.ts";
import { changementMotDePasse, connexion, creation } from "#domain/user.ts";
import { authorOf } from "#worker/http/author.ts";
import { callerOf } from "#worker/http/caller.ts";
import { says } from "#worker/http/described.ts";
import { deviceOf } from "#worker/http/device.ts";
import { openToAll, requires } from "#worker/http/guards.ts";
import { issueToken } from "#worker/http/token.ts";
import type { App } from "#worker/http/types.ts";
import { json } from "#worker/http/validate.ts";
import { verifierIdentifiants } from "#worker/operations/login.ts";
import { fermerSession, ouvrirSession } from "#worker/operations/sessions.ts";
import {
  adresseDeCompte,
  changerMotDePasse,
  inscrire,
  reinitialiserMotDePasse,
} from "#worker/operations/users.ts";

const LIMIT_PERIOD = 60;

export const accountResource = new Hono<App>()
  .get("/version", says("La version de l’API."), openToAll, (c) =>
    c.json({ data: { version: c.env.API_VERSION } }),
  )
  .post(
    "/user/login",
    says("Ouvre une session et donne son jeton.", { refusals: [401, 429] }),
    openToAll,
    json(connexion),
    async (c) => {
      const { db, now } = c.var;
      const { credentials, remember = false } = c.req.valid("json");
      const tried = { ...credentials, email: adresseDeCompte(credentials.email) };
      const address = callerOf(c);
      // Before anything is computed: a password costs more to check than to send.
      const { success } = await c.env.LOGIN_LIMIT.limit({ key: address });
      if (!success) throw new TooMany(LIMIT_PERIOD);
      const account = await verifierIdentifiants(db, { ...tried, address, now });
      const { id, email, role, mustSetPassword, passwordChangedAt } = account;
      const session = { UserId: id, device: deviceOf(c), remember, now };
      const claims = { id: await ouvrirSession(db, session), userId: id, passwordChangedAt };
      const token = await issueToken(claims, c.env.JWT_SECRET, remember, now);
      return c.json({ data: { user: { id, email, role, mustSetPassword, token } } });
    },
  )
  .post(
    "/user/logout",
    says("Ferme la session : son jeton ne vaut plus rien."),
    requires("compte"),
    async (c) => {
      const { db, session } = c.var;
      await fermerSession(db, session.user.id, session.id);
      return c.json({ data: { ok: true } });
    },
  )
  .get("/user/me", says("Le compte de la personne connectée."), requires("compte"), (c) => {
    const { id, email, role, mustSetPassword } = c.var.session.user;
    return c.json({ data: { id, email, role, mustSetPassword } });
  })
  .post(
    "/user/setPassword",
    says("Change son propre mot de passe et donne un nouveau jeton."),
    requires("compte"),
    json(changementMotDePasse),
    async (c) => {
      const { db, session, now } = c.var;
      const { id, email, role } = session.user;
      const moi = { id, email, session: session.id };
      await changerMotDePasse(db, moi, c.req.valid("json").password, now);
      const claims = { id: session.id, userId: id, passwordChangedAt: now.toISOString() };
      const token = await issueToken(claims, c.env.JWT_SECRET, session.remember, now);
      return c.json({ data: { user: { id, email, role, mustSetPassword: false, token } } });
    },
  )
  .post(
    "/user/register",
    says("Ouvre un compte : son mot de passe provisoire n’est montré qu’ici.", { success: 201 }),
    requires("administrer"),
    json(creation),
    async (c) => {
      return c.json({ data: await inscrire(c.var.db, c.req.valid("json"), authorOf(c)) }, 201);
    },
  )
  .post(
    "/user/:email/resetPassword",
    says("Donne à un compte un mot de passe provisoire, à changer."),
    requires("administrer"),
    async (c) => {
      const data = await reinitialiserMotDePasse(c.var.db, c.req.param("email"), authorOf(c));
      return c.json({ data });
    },
  );
