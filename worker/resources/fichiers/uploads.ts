import { type Context, Hono } from "hono";
import { televersement } from "#domain/fichiers/fichier.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { fileLinks } from "#worker/http/files/file-links.ts";
import { countUpload } from "#worker/http/files/upload.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import {
  abandonnerTeleversement,
  commencerTeleversement,
  lireTeleversement,
  recevoirTranche,
  terminerTeleversement,
} from "#worker/operations/fichiers/televersements.ts";

/** The key that an upload got when it was opened; its parameter in the path is `envoi`. */
const uploadParam = (c: Context) => c.req.param("envoi") ?? "";

/** Files sent in parts (http/README §9.8): opened, sent in any order and as often as needed, completed. */
export const uploadResource = new Hono<App>()
  .post(
    "/Upload",
    says("Ouvre un envoi par morceaux.", { success: 201, refusals: [404] }),
    requires("modifier"),
    limited("uploads"),
    json(televersement),
    async (c) => {
      const values = c.req.valid("json");
      return c.json({ data: await commencerTeleversement(contextOf(c), values) }, 201);
    },
  )
  .get(
    "/Upload/:envoi",
    says("Les morceaux déjà reçus.", { refusals: [404] }),
    requires("modifier"),
    async (c) => c.json({ data: await lireTeleversement(contextOf(c), uploadParam(c)) }),
  )
  .put(
    "/Upload/:envoi/part/:n",
    says("Envoie un morceau.", { bytes: true, refusals: [404, 409, 422] }),
    requires("modifier"),
    async (c) => {
      await countUpload(c);
      const numero = idParam(c, "n");
      const length = c.req.header("Content-Length");
      await recevoirTranche(contextOf(c), {
        id: uploadParam(c),
        numero,
        corps: c.req.raw.body,
        annonce: length === undefined ? null : Number(length),
      });
      return c.json({ data: { part: numero } });
    },
  )
  .post(
    "/Upload/:envoi/complete",
    says("Fait un fichier des morceaux et le range.", { refusals: [404, 409] }),
    requires("modifier"),
    async (c) => {
      const { id, key } = await terminerTeleversement(contextOf(c), uploadParam(c));
      return c.json({ data: { id, url: fileLinks(c)(key) } });
    },
  )
  .delete(
    "/Upload/:envoi",
    says("Abandonne un envoi.", { success: 204, refusals: [404] }),
    requires("modifier"),
    async (c) => {
      await abandonnerTeleversement(contextOf(c), uploadParam(c));
      return c.body(null, 204);
    },
  );
