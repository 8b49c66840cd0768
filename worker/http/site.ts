import type { Context } from "hono";
import { Conflict } from "#domain/erreurs.ts";
import type { Site } from "#worker/operations/profils/passkeys.ts";
import type { App } from "./types.ts";

/** The site of passkeys: the address of `PUBLIC_URL`, and no other address of the product. */
export function siteOf(c: Context<App>): Site {
  const { hostname, origin } = new URL(c.env.PUBLIC_URL);
  return { rpID: hostname, origin };
}

/**
 * The site of passkeys, when the request was sent to this site.
 * @throws Conflict at another address (`127.0.0.1` for `localhost`), where the browser would refuse without a
 * message.
 */
export function siteAsked(c: Context<App>): Site {
  const site = siteOf(c);
  if (new URL(c.req.url).hostname !== site.rpID) {
    throw new Conflict(`Les clés d’accès ne fonctionnent qu’à l’adresse ${site.origin}.`);
  }
  return site;
}
