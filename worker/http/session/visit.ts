import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { Forbidden, TooMany, Unauthenticated } from "#domain/erreurs.ts";
import { described } from "#worker/http/api/described.ts";
import type { App } from "#worker/http/types.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { comptableEnVisite } from "#worker/operations/gerance/livres/acces-comptables.ts";
import { visiteur } from "#worker/operations/gerance/mandats/acces-proprietaires.ts";
import { empreinteDe } from "#worker/operations/secrets-de-lien.ts";
import { signataireEnVisite } from "#worker/operations/signature/liens.ts";
import { callerOf } from "./caller.ts";

const LIMIT_PERIOD = 60;

type Page = "proprietaire" | "comptable" | "signature";

/**
 * Counts a call to a page that is opened by a private link, once for each key.
 * @throws TooMany when one key is above the limit
 */
async function countVisit(c: Context<App>, page: Page, keys: readonly string[]): Promise<void> {
  const counted = await Promise.all(
    keys.map((key) => c.env.VALIDATION_LIMIT.limit({ key: `${page}:${key}` })),
  );
  if (counted.some(({ success }) => !success)) throw new TooMany(LIMIT_PERIOD);
}

/** Limits the calls to open a link: by address of the caller, and by link. */
export const countLink = (c: Context<App>, page: Page, jeton: string) =>
  countVisit(c, page, [callerOf(c), empreinteDe(jeton)]);

/**
 * The token of a visit; no cookie ever contains it.
 * @throws Forbidden for a staff token; Unauthenticated without a visit's token; TooMany above the limit
 */
async function visitOf(c: Context<App>, page: Page, owner: string): Promise<string> {
  const header = c.req.header("Authorization");
  const jeton = header?.match(/^Visite ([\w-]{43})$/)?.[1];
  if (!jeton) {
    if (header?.startsWith("Token ")) throw new Forbidden(`Cette page est celle ${owner}.`);
    throw new Unauthenticated("Ouvrez votre page par le lien reçu par courriel.");
  }
  await countVisit(c, page, [empreinteDe(jeton)]);
  return jeton;
}

/**
 * Guards the page of an owner. The page alone holds the token of the visit: without a cookie, no other site can make
 * a browser send it. A staff token opens nothing here, and the token of a visit opens nothing elsewhere.
 */
export const visiting = described(
  createMiddleware<App>(async (c, next) => {
    const jeton = await visitOf(c, "proprietaire", "d’un propriétaire");
    c.set("visitor", await visiteur(c.var, jeton));
    c.var.session.open();
    await next();
  }),
  { need: "visiteProprietaire", refusals: [429] },
);

/** Guards the page of the accountant as {@link visiting} guards an owner's. */
export const auditing = described(
  createMiddleware<App>(async (c, next) => {
    const jeton = await visitOf(c, "comptable", "du comptable");
    c.set("accountant", await comptableEnVisite(c.var, jeton));
    c.var.session.open();
    await next();
  }),
  { need: "visiteComptable", refusals: [429] },
);

/**
 * The context of an operation during the accountant's visit: its author is null, because no member of the agency
 * acts.
 */
export const visitedOf = (c: Context<App>): Contexte => ({
  ...{ env: c.env, db: c.var.db, today: c.var.today, now: c.var.now },
  user: null,
});

/** Guards the page of a signer as {@link visiting} guards an owner's. */
export const signing = described(
  createMiddleware<App>(async (c, next) => {
    const jeton = await visitOf(c, "signature", "d’un signataire");
    c.set("signer", await signataireEnVisite(c.var, jeton));
    c.var.session.open();
    await next();
  }),
  { need: "visiteSignature", refusals: [429] },
);
