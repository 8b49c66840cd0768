import { Hono } from "hono";
import { NotFound, TooMany } from "#domain/erreurs.ts";
import { peut } from "#domain/profils/droits.ts";
import type { SessionOuverte } from "#domain/profils/securite.ts";
import {
  changementMotDePasse,
  confirmation,
  connexion,
  creation,
  monProfil,
  type NomDeProfil,
} from "#domain/profils/user.ts";
import { says } from "#worker/http/api/described.ts";
import { json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { callerOf } from "#worker/http/session/caller.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { confirmed, openToAll, requires } from "#worker/http/session/guards.ts";
import { openAccount } from "#worker/http/session/open-account.ts";
import { asUser, signIn } from "#worker/http/session/sign-in.ts";
import { tellAccount, tellAdministrators } from "#worker/http/session/tell-account.ts";
import { issueToken } from "#worker/http/session/token.ts";
import { siteOf } from "#worker/http/site.ts";
import type { App } from "#worker/http/types.ts";
import {
  confirmerMotDePasse,
  estAppareilConnu,
  verifierIdentifiants,
} from "#worker/operations/profils/essais-de-connexion.ts";
import { demanderFacteur } from "#worker/operations/profils/second-facteur.ts";
import { fermerSessions, sessionsDe } from "#worker/operations/profils/sessions.ts";
import {
  adresseDeProfil,
  changerMotDePasse,
  menuDeLAgence,
  modifierProfil,
  nomsDesProfils,
  reglesMotDePasse,
  reinitialiserMotDePasse,
} from "#worker/operations/profils/users.ts";

const LIMIT_PERIOD = 60;

export const accountResource = new Hono<App>()
  .get("/version", says("La version de l’API."), openToAll, (c) =>
    c.json({ data: { version: c.env.API_VERSION } }),
  )
  .post(
    "/user/login",
    says("Ouvre une session et donne son jeton, ou demande d’abord un second facteur.", {
      refusals: [401, 429],
    }),
    openToAll,
    json(connexion),
    async (c) => {
      const { credentials, remember = false, appareil } = c.req.valid("json");
      const email = adresseDeProfil(credentials.email);
      const address = callerOf(c);
      // The rate limit is checked first: to check a password costs the server more than a try costs the sender.
      const { success } = await c.env.LOGIN_LIMIT.limit({ key: address });
      // A known device is not refused because of other people's tries from the same address.
      if (!success && !(await estAppareilConnu(c.var, { email, appareil })))
        throw new TooMany(LIMIT_PERIOD);
      const tried = { ...credentials, email, address, appareil };
      const profil = await verifierIdentifiants(c.var, tried);
      const { demande: secondFacteur, mustSetFactor } = await demanderFacteur(c.var, {
        profil,
        remember,
        site: siteOf(c),
      });
      if (secondFacteur) return c.json({ data: { secondFacteur } });
      const entering = { ...profil, mustSetFactor };
      return c.json({ data: await signIn(c, entering, { remember, appareil }) });
    },
  )
  .post(
    "/user/confirmer",
    says("Donne à nouveau son mot de passe : certains appels le demandent.", { refusals: [429] }),
    requires("compte"),
    json(confirmation),
    async (c) => {
      const { session } = c.var;
      const { success } = await c.env.LOGIN_LIMIT.limit({ key: `session:${session.id}` });
      if (!success) throw new TooMany(LIMIT_PERIOD);
      const { password } = c.req.valid("json");
      const given = { UserId: session.user.id, session: session.id, password };
      await confirmerMotDePasse(contextOf(c), given);
      return c.json({ data: { ok: true } });
    },
  )
  .get(
    "/user/sessions",
    says("Les sessions ouvertes de son propre compte.", { list: true }),
    requires("lire"),
    async (c) => {
      const { session } = c.var;
      const rows = await sessionsDe(contextOf(c), session.user.id);
      const data = rows.map((row): SessionOuverte => ({ ...row, current: row.id === session.id }));
      return c.json({ data, total: data.length });
    },
  )
  .delete(
    "/user/sessions",
    says("Ferme les autres sessions de son propre compte."),
    requires("lire"),
    async (c) => {
      const { session } = c.var;
      const others = { UserId: session.user.id, sauf: session.id };
      const fermees = await fermerSessions(contextOf(c), others);
      return c.json({ data: { fermees } });
    },
  )
  .delete(
    "/user/sessions/:session",
    says("Ferme une session de son propre compte.", { success: 204 }),
    requires("lire"),
    async (c) => {
      const one = { UserId: c.var.session.user.id, seule: c.req.param("session") };
      const fermees = await fermerSessions(contextOf(c), one);
      if (fermees === 0) throw new NotFound("Cette session est déjà fermée.");
      return c.body(null, 204);
    },
  )
  .post(
    "/user/logout",
    says("Ferme la session : son jeton ne vaut plus rien."),
    requires("compte"),
    async (c) => {
      const { session } = c.var;
      await fermerSessions(contextOf(c), { UserId: session.user.id, seule: session.id });
      // The browser caches pictures and documents for some minutes: this header clears them.
      c.header("Clear-Site-Data", '"cache"');
      return c.json({ data: { ok: true } });
    },
  )
  .get("/user/me", says("Le compte de la personne connectée."), requires("compte"), async (c) => {
    const menu = await menuDeLAgence(c.var);
    return c.json({ data: asUser({ ...c.var.session.user, ...menu }) });
  })
  .put(
    "/user/me",
    says("Change le nom de son propre compte."),
    requires("compte"),
    json(monProfil),
    async (c) => {
      const moi = c.var.session.user;
      const asked = c.req.valid("json");
      await modifierProfil(contextOf(c), { ...asked, id: moi.id, moi: moi.id });
      return c.json({ data: asUser({ ...moi, ...asked }) });
    },
  )
  .get(
    "/user/noms",
    says("Le nom de chaque compte qui en a un.", { list: true }),
    requires("lire"),
    async (c) => {
      const data: NomDeProfil[] = await nomsDesProfils(contextOf(c));
      return c.json({ data, total: data.length });
    },
  )
  .get(
    "/user/regles",
    says("Ce que doit être un mot de passe, avant d’en choisir un."),
    requires("compte"),
    async (c) => c.json({ data: await reglesMotDePasse(contextOf(c)) }),
  )
  .post(
    "/user/setPassword",
    says("Change son propre mot de passe et donne un nouveau jeton."),
    requires("compte"),
    confirmed,
    json(changementMotDePasse),
    async (c) => {
      const { session, now } = c.var;
      const { id, email } = session.user;
      const { password, appareil } = c.req.valid("json");
      await changerMotDePasse(contextOf(c), {
        UserId: id,
        session: session.id,
        device: deviceOf(c),
        appareil,
        password,
      });
      tellAccount(c, "motDePasse", email);
      const claims = { id: session.id, userId: id, passwordChangedAt: now.toISOString() };
      const token = await issueToken(claims, c.env.JWT_SECRET, { remember: session.remember, now });
      return c.json({
        data: { user: { ...asUser({ ...session.user, mustSetPassword: false }), token } },
      });
    },
  )
  .post(
    "/user/register",
    says("Ouvre un compte : son mot de passe provisoire n’est montré qu’ici.", { success: 201 }),
    requires("administrer"),
    json(creation),
    async (c) => {
      const asked = c.req.valid("json");
      return c.json({ data: await openAccount(c, asked) }, 201);
    },
  )
  .post(
    "/user/:email/resetPassword",
    says("Donne à un compte un mot de passe provisoire, à changer."),
    requires("administrer"),
    confirmed,
    async (c) => {
      const data = await reinitialiserMotDePasse(contextOf(c), c.req.param("email"));
      const { email, role } = data.user;
      tellAccount(c, "reinitialisation", email);
      if (peut(role, "administrer")) tellAdministrators(c, "reinitialise", email);
      return c.json({ data });
    },
  );
