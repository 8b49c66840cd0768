import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { Forbidden, TooMany, Unauthenticated } from "#domain/erreurs.ts";
import { described } from "#worker/http/api/described.ts";
import type { App } from "#worker/http/types.ts";
import { empreinteDe, visiteur } from "#worker/operations/gerance/mandats/acces-proprietaires.ts";
import { callerOf } from "./caller.ts";

const LIMIT_PERIOD = 60;

/** Counts a call to an owner's page, for each of these. @throws TooMany above the limit of one. */
async function countVisit(c: Context<App>, keys: readonly string[]): Promise<void> {
  const counted = await Promise.all(
    keys.map((key) => c.env.VALIDATION_LIMIT.limit({ key: `proprietaire:${key}` })),
  );
  if (counted.some(({ success }) => !success)) throw new TooMany(LIMIT_PERIOD);
}

/** Each address, and each link, may only try so often. */
export const countLink = (c: Context<App>, jeton: string) =>
  countVisit(c, [callerOf(c), empreinteDe(jeton)]);

/**
 * The guard of an owner's page: the token of his visit is held by the page alone and carried by no cookie, so that no
 * other site can make a browser send it. A staff token opens nothing here, and this one nothing elsewhere.
 */
export const visiting = described(
  createMiddleware<App>(async (c, next) => {
    const header = c.req.header("Authorization");
    const jeton = header?.match(/^Visite ([\w-]{43})$/)?.[1];
    if (!jeton) {
      if (header?.startsWith("Token "))
        throw new Forbidden("Cette page est celle d’un propriétaire.");
      throw new Unauthenticated("Ouvrez votre page par le lien reçu par courriel.");
    }
    await countVisit(c, [empreinteDe(jeton)]);
    c.set("visitor", await visiteur(c.var, jeton));
    c.var.session.open();
    await next();
  }),
  { need: "visite", refusals: [429] },
);
