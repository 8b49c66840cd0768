import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { type Jour, premierJour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import { isoDate } from "#domain/fields.ts";
import { says } from "#worker/http/api/described.ts";
import { parse } from "#worker/http/api/validate.ts";
import {
  fecDeGeranceFile,
  fecDescription,
  fecFile,
  stateFile,
} from "#worker/http/files/state-files.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { lireFondsDetenus } from "#worker/operations/gerance/cloture/exports.ts";
import { lireTva } from "#worker/operations/gerance/cloture/tva-des-honoraires.ts";
import { ETATS, type Etat } from "#worker/operations/gerance/livres/etats-des-livres.ts";
import { lirePointe } from "#worker/operations/gerance/livres/pointe.ts";

const livre = z.enum(["G", "H"], "« G » ou « H » est attendu.");
const PERIODE = { du: z.optional(isoDate()), au: z.optional(isoDate()) };
const AU = { au: z.optional(isoDate()) };

const QUERIES = {
  livre: { livre: z.optional(livre), ...PERIODE },
  periode: PERIODE,
  soir: AU,
  "soir et livre": { livre: z.optional(livre), ...AU },
  rien: {},
} as const satisfies Record<Etat<unknown>["query"], Record<string, z.core.$ZodType>>;

/** The days asked for: from the first of the year to today, where nothing is said. */
function periodeOf(c: Context<App>): { du: Jour; au: Jour } {
  const { today } = c.var;
  const { du, au } = parse(z.object(PERIODE), c.req.query());
  const fin = au ?? today;
  const debut = du ?? premierJour(`${fin.slice(0, 4)}-01`);
  if (debut > fin) throw new Invalid({ au: "La période finit avant de commencer." });
  return { du: debut, au: fin };
}

const livreOf = (c: Context<App>) =>
  parse(z.object({ livre: z.optional(livre) }), c.req.query()).livre;

const EXERCICE = { exercice: z.string().check(z.regex(/^20\d\d$/, "Une année est attendue.")) };

const exerciceOf = (c: Context<App>) => parse(z.strictObject(EXERCICE), c.req.query()).exercice;

const routes = new Hono<App>();
for (const nom of Object.keys(ETATS) as (keyof typeof ETATS)[]) {
  const { summary, query }: Etat<unknown> = ETATS[nom];
  routes.get(
    `/Export/${nom}.csv`,
    says(summary, { query: QUERIES[query], media: "text/csv" }),
    requires("administrer"),
    limited("exports"),
    async (c) => {
      parse(z.strictObject(QUERIES[query]), c.req.query());
      return stateFile(c, contextOf(c), { nom, demande: { ...periodeOf(c), livre: livreOf(c) } });
    },
  );
}

/** The states of the books, as files (cloture/README §12.19), and what the screen shows of them. */
export const exportResource = routes
  .get(
    "/Export/fec",
    says("Les écritures du livre des honoraires d’un exercice, au format FEC.", {
      query: EXERCICE,
      media: "text/plain",
    }),
    requires("administrer"),
    limited("exports"),
    async (c) => fecFile(c, contextOf(c), exerciceOf(c)),
  )
  .get(
    "/Export/fec-descriptif",
    says("Le descriptif du fichier des écritures d’un exercice.", {
      query: EXERCICE,
      media: "text/plain",
    }),
    requires("administrer"),
    limited("exports"),
    async (c) => fecDescription(c, contextOf(c), exerciceOf(c)),
  )
  .get(
    "/Export/gerance-fec",
    says("Les écritures des fonds des mandants d’une période, au format FEC.", {
      query: PERIODE,
      media: "text/plain",
    }),
    requires("administrer"),
    limited("exports"),
    async (c) => fecDeGeranceFile(c, contextOf(c), periodeOf(c)),
  )
  .get(
    "/Export/tva",
    says("La TVA des honoraires d’une période, et celle qui attend d’être encaissée.", {
      query: PERIODE,
    }),
    requires("administrer"),
    async (c) => c.json({ data: await lireTva(contextOf(c), periodeOf(c)) }),
  )
  .get(
    "/Export/pointe",
    says("La plus grande somme détenue dans une période, contre la garantie.", { query: PERIODE }),
    requires("administrer"),
    async (c) => c.json({ data: await lirePointe(contextOf(c), periodeOf(c)) }),
  )
  .get(
    "/Export/fonds-detenus",
    says("Les fonds détenus par mandat et par dépôt, un soir.", { query: AU, list: true }),
    requires("administrer"),
    async (c) => {
      const data = await lireFondsDetenus(contextOf(c), periodeOf(c).au);
      return c.json({ data, total: data.length });
    },
  );
