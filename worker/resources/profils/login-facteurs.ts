import { type Context, Hono } from "hono";
import { TooMany } from "#domain/erreurs.ts";
import { connexionPasskey, secondFacteur } from "#domain/profils/facteur-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { json } from "#worker/http/api/validate.ts";
import { callerOf } from "#worker/http/session/caller.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { openToAll } from "#worker/http/session/guards.ts";
import { signIn } from "#worker/http/session/sign-in.ts";
import { siteAsked, siteOf } from "#worker/http/site.ts";
import type { App } from "#worker/http/types.ts";
import {
  demanderPasskey,
  verifierFacteur,
  verifierPasskeySeule,
} from "#worker/operations/profils/second-facteur.ts";

const LIMIT_PERIOD = 60;

async function limitAddress(c: Context<App>): Promise<void> {
  const { success } = await c.env.LOGIN_LIMIT.limit({ key: callerOf(c) });
  if (!success) throw new TooMany(LIMIT_PERIOD);
}

export const loginFacteurResource = new Hono<App>()
  .post(
    "/user/login/facteur",
    says("Ouvre une session par le second facteur que la connexion a demandé.", {
      refusals: [401, 429],
    }),
    openToAll,
    json(secondFacteur),
    async (c) => {
      const { db, now } = c.var;
      const proof = c.req.valid("json");
      const { profil, remember } = await verifierFacteur(
        { env: c.env, db, now },
        { ...proof, device: deviceOf(c), site: siteOf(c) },
      );
      const entering = { ...profil, mustSetFactor: false };
      return c.json({
        data: await signIn(c, entering, { remember, appareil: proof.appareil }),
      });
    },
  )
  .post(
    "/user/login/passkey/options",
    says("Ce qu’un navigateur doit signer pour se connecter par une clé d’accès seule.", {
      refusals: [429],
    }),
    openToAll,
    async (c) => {
      await limitAddress(c);
      return c.json({ data: await demanderPasskey(c.var, siteAsked(c)) });
    },
  )
  .post(
    "/user/login/passkey",
    says("Ouvre une session par une clé d’accès seule.", { refusals: [401, 429] }),
    openToAll,
    json(connexionPasskey),
    async (c) => {
      await limitAddress(c);
      const { assertion, remember = false, appareil } = c.req.valid("json");
      const profil = await verifierPasskeySeule(c.var, { reponse: assertion, site: siteOf(c) });
      const entering = { ...profil, mustSetFactor: false };
      return c.json({ data: await signIn(c, entering, { remember, appareil }) });
    },
  );
