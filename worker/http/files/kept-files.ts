import { type Context, Hono } from "hono";
import { says } from "#worker/http/api/described.ts";
import { detailOf, type Find } from "#worker/http/api/record.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { delier, type Genre, lier } from "#worker/operations/biens/liens.ts";

const PATHS = {
  fichierClient: { base: "/Client/:id/fichier", param: "fileId" },
  fichierLocataire: { base: "/Locataire/:id/fichier", param: "fileId" },
  imageAppartement: { base: "/Appartement/:id/image", param: "imageId" },
} as const satisfies Partial<Record<Genre, object>>;

/** The routes that link a file or an image to a record, and unlink it; they return the record. */
export function keptFiles<Raw, Detail>(genre: keyof typeof PATHS, find: Find<Raw, Detail>) {
  const { base, param } = PATHS[genre];

  const change = (operation: typeof lier) => async (c: Context<App>) => {
    const link = { genre, porteurId: idParam(c), pieceId: idParam(c, param) };
    await operation(contextOf(c), link);
    return c.json({ data: detailOf(c, find, await find.query(c.var.db, link.porteurId)) });
  };

  return new Hono<App>()
    .put(
      `${base}/add/:${param}`,
      says("Rattache un fichier ou une image ; deux fois est le même état.", {
        refusals: [404, 409],
      }),
      requires("modifier"),
      change(lier),
    )
    .on(
      ["PUT", "DELETE"],
      `${base}/remove/:${param}`,
      says("Détache un fichier ou une image, qui reste.", { refusals: [404] }),
      requires("modifier"),
      change(delier),
    );
}
