import { Hono } from "hono";
import type * as z from "zod/mini";
import { type VersionLue, versionSeule } from "#domain/fields.ts";
import { type Description, says } from "#worker/http/api/described.ts";
import { detailOf, type Find } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { modifierFichier, supprimerFichier } from "#worker/operations/fichiers/fichiers.ts";

type Changements = Parameters<typeof modifierFichier>[1]["changements"];

interface FileRecord<Raw, Detail> {
  written: Pick<Description, "name" | "record">;
  change: z.core.$ZodType<Changements & VersionLue>;
  find: Find<Raw, Detail>;
  /** The effects of PUT and DELETE, a sentence each. */
  summaries: { change: string; removal: string };
}

/**
 * The routes of a file that staff keep: `PUT /{entite}/:id`, as JSON, changes its links or its name; `DELETE` removes
 * it.
 */
export const fileRecord = <Raw, Detail>(
  entite: "Fichier" | "Image",
  { written, change, find, summaries }: FileRecord<Raw, Detail>,
) =>
  new Hono<App>()
    .put(
      `/${entite}/:id`,
      says(summaries.change, { ...written, refusals: [404, 409] }),
      requires("modifier"),
      json(change),
      async (c) => {
        const id = idParam(c);
        const { version, updatedAt, ...changements } = c.req.valid("json");
        const place = { entite, id };
        const lue = { version, updatedAt };
        await modifierFichier(contextOf(c), { place, changements, lue });
        return c.json({ data: detailOf(c, find, await find.query(c.var.db, id)) });
      },
    )
    .delete(
      `/${entite}/:id`,
      says(summaries.removal, { success: 204, refusals: [404] }),
      requires("supprimer"),
      json(versionSeule),
      async (c) => {
        const place = { entite, id: idParam(c) };
        await supprimerFichier(contextOf(c), { place, lue: c.req.valid("json") });
        return c.body(null, 204);
      },
    );
