import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { agenceDe } from "#domain/agence/agence.ts";
import { GENRES } from "#domain/gerance/livres/ecritures.ts";
import { registreRecettes } from "#worker/documents/mandats/registre-recettes.ts";
import { render } from "#worker/documents/page/render.ts";
import { says } from "#worker/http/api/described.ts";
import { noteExport } from "#worker/http/api/note-export.ts";
import { parse } from "#worker/http/api/validate.ts";
import {
  AU,
  daysOf,
  de,
  genre,
  journal,
  livre,
  PERIODE,
} from "#worker/http/files/ledger-queries.ts";
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
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { lireTva } from "#worker/operations/gerance/cloture/tva-des-honoraires.ts";
import {
  type Demande,
  ETATS,
  type Etat,
} from "#worker/operations/gerance/exports/etats-des-livres.ts";
import {
  lireCreances,
  lireFondsDetenus,
  lireRecettes,
} from "#worker/operations/gerance/exports/exports.ts";
import { banquesUnSoir } from "#worker/operations/gerance/livres/etat-rapprochement.ts";
import { lirePointe } from "#worker/operations/gerance/livres/pointe.ts";

const QUERIES = {
  journal: { livre: z.optional(livre), journal: z.optional(journal), ...PERIODE },
  compte: { livre: z.optional(livre), genre: z.optional(genre), de: z.optional(de), ...PERIODE },
  periode: PERIODE,
  soir: AU,
  "soir et livre": { livre: z.optional(livre), ...AU },
} as const satisfies Record<Etat<unknown>["query"], Record<string, z.core.$ZodType>>;

const periodeOf = (c: Context<App>) => daysOf(c, null, parse(z.object(PERIODE), c.req.query()));

/** The part of the books that the query parameters select: days, book, account or journal. */
function demandeOf(c: Context<App>, query: Etat<unknown>["query"]): Demande {
  const asked: Partial<Record<keyof Demande, string>> = parse(
    z.strictObject(QUERIES[query]),
    c.req.query(),
  );
  const { genre: compte, livre: quel, de: tiers, journal: duJournal } = asked as Partial<Demande>;
  return {
    ...daysOf(c, null, asked),
    livre: quel ?? (compte && GENRES[compte].livre),
    ...{ genre: compte, journal: duJournal, de: tiers === undefined ? undefined : Number(tiers) },
  };
}

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
    async (c) => stateFile(c, contextOf(c), { nom, demande: demandeOf(c, query) }),
  );
}

/** The books as files (cloture/README §12.19), and the part that the screen shows. */
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
    "/Export/recettes/generate",
    says("Le registre des recettes d’une période, coté par page.", {
      query: PERIODE,
      media: "application/pdf",
    }),
    requires("administrer"),
    limited("documents"),
    async (c) => {
      const periode = periodeOf(c);
      const [recettes, reglages] = await Promise.all([
        lireRecettes(contextOf(c), periode),
        lireReglages(c.var.db),
      ]);
      const { document } = registreRecettes({ ...periode, recettes, agence: agenceDe(reglages) });
      noteExport(c, { ressource: "Export recettes", nombre: recettes.length });
      return c.body((await render(document)) as Uint8Array<ArrayBuffer>, 200, {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="Registre_des_recettes_${periode.au}.pdf"`,
        "Cache-Control": "no-store",
      });
    },
  )
  .get(
    "/Export/rapprochement",
    says(
      "Chaque compte bancaire de gérance un soir : le solde de la banque, et celui des livres.",
      {
        query: AU,
        list: true,
      },
    ),
    requires("administrer"),
    async (c) => {
      const data = await banquesUnSoir(contextOf(c), periodeOf(c).au);
      return c.json({ data, total: data.length });
    },
  )
  .get(
    "/Export/creances",
    says("Ce que doivent les locataires un soir, par ancienneté.", { query: AU, list: true }),
    requires("administrer"),
    async (c) => {
      const data = await lireCreances(contextOf(c), periodeOf(c).au);
      return c.json({ data, total: data.length });
    },
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
