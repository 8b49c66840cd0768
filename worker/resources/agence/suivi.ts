import { Hono } from "hono";
import * as z from "zod/mini";
import { BANDES, type Bande } from "#domain/suivi/suivi.ts";
import { geste, monSuivi } from "#domain/suivi/suivi-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { json, parse } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { openToAll, requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  changerMonSuivi,
  creerCleAgenda,
  lireAgenda,
  lireMonSuivi,
  retirerCleAgenda,
} from "#worker/operations/suivi/agenda.ts";
import { FAMILLES_SUIVIES, listerSuivi } from "#worker/operations/suivi/echeances-suivies.ts";
import { gesteSuivi } from "#worker/operations/suivi/gestes.ts";
import { lireGestionnaires } from "#worker/operations/suivi/gestionnaires.ts";

const ROWS_PER_PAGE = 50;

const whole = (max: number) =>
  z.coerce
    .number("Un nombre est attendu.")
    .check(
      z.int("Un nombre entier est attendu."),
      z.gte(1, "Au moins 1."),
      z.lte(max, `Au plus ${max}.`),
    );

const QUERY = {
  famille: z.optional(
    z.enum(FAMILLES_SUIVIES, `Valeurs possibles : ${FAMILLES_SUIVIES.join(", ")}.`),
  ),
  bande: z.optional(
    z.enum(
      Object.keys(BANDES) as Bande[],
      `Valeurs possibles : ${Object.keys(BANDES).join(", ")}.`,
    ),
  ),
  gestionnaireId: z.optional(whole(999_999_999)),
  MissionId: z.optional(whole(999_999_999)),
  page: z.optional(whole(1_000_000)),
  limit: z.optional(whole(150)),
};

const query = z.strictObject(QUERY);

/** The deadlines, derived each time they are read (suivi/README §17). */
export const suiviResource = new Hono<App>()
  .get(
    "/Suivi",
    says(
      "Les échéances à suivre aujourd’hui, la plus ancienne d’abord, et le nombre de chaque bande.",
      {
        query: QUERY,
        list: true,
      },
    ),
    requires("lire"),
    async (c) => {
      const asked = parse(query, c.req.query());
      return c.json(
        await listerSuivi(contextOf(c), {
          famille: asked.famille ?? null,
          bande: asked.bande ?? null,
          gestionnaireId: asked.gestionnaireId ?? null,
          MissionId: asked.MissionId ?? null,
          page: asked.page ?? 1,
          limit: asked.limit ?? ROWS_PER_PAGE,
        }),
      );
    },
  )
  .get(
    "/Suivi/gestionnaires",
    says("Les comptes à qui une échéance ou un mandat se confie.", { list: true }),
    requires("lire"),
    async (c) => {
      const data = await lireGestionnaires(contextOf(c));
      return c.json({ data, total: data.length });
    },
  )
  .get(
    "/user/suivi",
    says("Comment son propre compte suit les échéances : courriel de la semaine, calendrier."),
    requires("lire"),
    async (c) => c.json({ data: await lireMonSuivi(contextOf(c), c.var.session.user.id) }),
  )
  .put(
    "/user/suivi",
    says("Demande le courriel des échéances de la semaine, ou n’en veut plus."),
    requires("lire"),
    json(monSuivi),
    async (c) => {
      const UserId = c.var.session.user.id;
      await changerMonSuivi(contextOf(c), { UserId, ...c.req.valid("json") });
      return c.json({ data: await lireMonSuivi(contextOf(c), UserId) });
    },
  )
  .post(
    "/user/suivi/agenda",
    says(
      "Donne l’adresse du calendrier de ses échéances, montrée ici seulement ; la précédente ne vaut plus.",
      {
        success: 201,
      },
    ),
    requires("lire"),
    async (c) => {
      const cle = await creerCleAgenda(contextOf(c), c.var.session.user.id);
      const site = c.env.PUBLIC_URL.replace(/\/+$/, "");
      return c.json({ data: { adresse: `${site}/api/suivi.ics?cle=${cle}` } }, 201);
    },
  )
  .delete(
    "/user/suivi/agenda",
    says("Retire l’adresse du calendrier de ses échéances.", { success: 204 }),
    requires("lire"),
    async (c) => {
      await retirerCleAgenda(contextOf(c), c.var.session.user.id);
      return c.body(null, 204);
    },
  )
  .get(
    "/suivi.ics",
    says("Le calendrier des échéances d’un compte, par sa clé.", {
      query: { cle: z.string() },
      media: "text/calendar",
      refusals: [404],
    }),
    openToAll,
    async (c) => {
      const { etag, texte } = await lireAgenda(
        { env: c.env, db: c.var.db, today: c.var.today },
        c.req.query("cle") ?? "",
      );
      c.header("ETag", etag);
      c.header("Cache-Control", "private, no-cache");
      if (c.req.header("If-None-Match") === etag) return c.body(null, 304);
      return c.body(texte, 200, { "Content-Type": "text/calendar; charset=utf-8" });
    },
  )
  .post(
    "/Suivi/geste",
    says("Reporte une échéance, la dit faite, la confie, ou reprend ce qui en fut dit.", {
      refusals: [409],
    }),
    requires("modifier"),
    json(geste),
    async (c) => {
      await gesteSuivi(contextOf(c), c.req.valid("json"));
      return c.json({ data: { ok: true } });
    },
  );
