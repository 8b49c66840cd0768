import { type Context, Hono } from "hono";
import { NotFound, Unauthenticated } from "#domain/erreurs.ts";
import { peut } from "#domain/profils/droits.ts";
import { lienSigne, resteDuLien } from "#worker/files.ts";
import { says } from "#worker/http/api/described.ts";
import { noteExport } from "#worker/http/api/note-export.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { disposition } from "#worker/http/files/disposition.ts";
import { answer, readRange, unsatisfiable } from "#worker/http/files/range.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import {
  archivePrete,
  demarrerExport,
  lireArchive,
  lireExport,
  reprendreExport,
  supprimerExport,
} from "#worker/operations/export/export-complet.ts";
import { roleDeSession } from "#worker/operations/profils/sessions.ts";

/** The address of an archive under `/api/`, which a signed address covers. */
const contentOf = (id: number) => `Export/complet/${id}/contenu`;

/**
 * Lets in an administrator who has just given the password again, or a caller with a signed address less than ten
 * minutes old, while the session of this address is an administrator's.
 */
async function authorizeDownload(c: Context<App>, id: number): Promise<void> {
  const { session, now } = c.var;
  const { i, e, s } = c.req.query();
  if (
    i === undefined ||
    resteDuLien(c.env.JWT_SECRET, { key: contentOf(id), i, e, s, now }) === 0
  ) {
    await session.authorize("administrer");
    session.requireConfirmed(now);
    return;
  }
  const role = await roleDeSession(c.var, i);
  if (!role || !peut(role, "administrer")) throw new Unauthenticated();
  session.open();
}

/** All the data of the agency, as one archive made in the background (agence/README §9.16). */
export const exportCompletResource = new Hono<App>()
  .get(
    "/Export/complet",
    says(
      "L’export de toutes les données : où il en est, ou qu’il n’y en a pas (null). Arrêté depuis des minutes, il reprend.",
    ),
    requires("administrer"),
    async (c) => {
      const ctx = contextOf(c);
      await reprendreExport(ctx);
      return c.json({ data: await lireExport(ctx) });
    },
  )
  .post(
    "/Export/complet",
    says("Commence l’export de toutes les données.", {
      success: 201,
      refusals: [409],
    }),
    requires("administrer"),
    confirmed,
    limited("exports"),
    async (c) => {
      const ctx = contextOf(c);
      await demarrerExport(ctx, { device: deviceOf(c) });
      return c.json({ data: await lireExport(ctx) }, 201);
    },
  )
  .delete(
    "/Export/complet",
    says("Abandonne l’export de toutes les données, ou le supprime.", {
      success: 204,
      refusals: [404],
    }),
    requires("administrer"),
    async (c) => {
      const ctx = contextOf(c);
      const present = await lireExport(ctx);
      if (!present) throw new NotFound("Il n’y a pas d’export.");
      await supprimerExport(ctx, present.id);
      return c.body(null, 204);
    },
  )
  .post(
    "/Export/complet/:id/adresse",
    says("L’adresse où télécharger l’export pendant dix minutes, sans jeton.", { refusals: [404] }),
    requires("administrer"),
    confirmed,
    limited("exports"),
    async (c) => {
      const { session, now } = c.var;
      const { id } = await archivePrete(contextOf(c), idParam(c));
      const adresse = lienSigne(c.env.JWT_SECRET, { key: contentOf(id), session: session.id, now });
      noteExport(c, { ressource: "Export complet téléchargé" });
      return c.json({ data: { adresse: `/api/${adresse}` } });
    },
  )
  .get(
    "/Export/complet/:id/contenu",
    says("L’export de toutes les données, ou une part de lui : une archive zip.", {
      need: "administrer",
      media: "application/zip",
      success: [200, 206],
      refusals: [404],
    }),
    async (c) => {
      const id = idParam(c);
      await authorizeDownload(c, id);
      const archive = await archivePrete(c.var, id);
      const etag = `"export-${id}"`;
      const range = readRange(c, archive.taille, etag);
      if (range === "unsatisfiable") return unsatisfiable(c, archive.taille);
      const { offset, length } = range ?? { offset: 0, length: archive.taille };
      const head = c.req.method === "HEAD";
      const body = head ? null : lireArchive({ env: c.env }, { ...archive, offset, length });
      return answer(c, body, {
        status: range ? 206 : 200,
        headers: {
          "Content-Type": "application/zip",
          "Content-Disposition": disposition("attachment", archive.nom),
          "Content-Length": String(length),
          ...(range && {
            "Content-Range": `bytes ${offset}-${offset + length - 1}/${archive.taille}`,
          }),
          "Accept-Ranges": "bytes",
          "Cache-Control": "no-store",
          ETag: etag,
        },
      });
    },
  );
