import { count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import {
  IMAGES_PAR_TELEVERSEMENT,
  type ImageDetail,
  type ImageRow,
  modificationImage as modification,
} from "#domain/fichiers/fichier.ts";
import { versionLue } from "#domain/fields.ts";
import { peut } from "#domain/profils/droits.ts";
import type { Db } from "#worker/db/client.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { images } from "#worker/db/schema/schema.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byId, type Page } from "#worker/http/api/list-query.ts";
import { defineFind } from "#worker/http/api/record.ts";
import { parse } from "#worker/http/api/validate.ts";
import { type FileLink, fileLinks } from "#worker/http/files/file-links.ts";
import { fileRecord } from "#worker/http/files/file-record.ts";
import { receive, valuesOf } from "#worker/http/files/upload.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { creerImages } from "#worker/operations/fichiers/fichiers.ts";

const STORED = { key: true, nom: true, extention: true, type: true, taille: true } as const;

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.images.findFirst({
      where: eq(images.id, id),
      columns: { StoredFileId: false },
      with: { storedFile: { columns: STORED } },
    }),
  view: ({ storedFile: { key, ...stored }, ...image }, { canDelete, link }): ImageDetail => ({
    ...image,
    ...stored,
    url: link(key),
    canDelete,
  }),
  heldBy: () => [],
});

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({
      id: images.id,
      AppartementId: images.AppartementId,
      createdAt: images.createdAt,
      updatedAt: images.updatedAt,
      version: images.version,
      nom: storedFiles.nom,
      extention: storedFiles.extention,
      type: storedFiles.type,
      taille: storedFiles.taille,
      key: storedFiles.key,
    })
    .from(images)
    .innerJoin(storedFiles, eq(storedFiles.id, images.StoredFileId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

const view = ({ key, ...row }: Awaited<ReturnType<typeof rows>>[number], link: FileLink) => ({
  ...row,
  url: link(key),
});

async function imagesOf(c: Context<App>, ids: readonly number[]): Promise<ImageDetail[]> {
  const where = inArray(images.id, [...ids]);
  const orderBy = [sql`${images.id}`];
  const raws = await rows(c.var.db, { where, orderBy, limit: undefined, offset: 0 });
  const canDelete = peut(c.var.session.user.role, "supprimer");
  return raws.map((raw) => ({ ...view(raw, fileLinks(c)), canDelete }));
}

const change = z.extend(modification, versionLue);

const written = { name: "Image", record: modification };

export const imageResource = new Hono<App>()
  .post(
    "/Image",
    says("Garde une image, ou plusieurs : la réponse est alors leur liste.", {
      ...written,
      files: ["url"],
      form: modification,
      success: 201,
      refusals: [422],
    }),
    requires("modifier"),
    (c) =>
      receive(
        c,
        {
          files: ["url"],
          atMost: IMAGES_PAR_TELEVERSEMENT,
          images: true,
          texts: ["AppartementId"],
        },
        async ({ texts, files }) => {
          const values = parse(modification, valuesOf(texts));
          const depots = files.map(({ depot }) => depot);
          const ids = await creerImages(contextOf(c), { ...values, depots });
          const data = await imagesOf(c, ids);
          return data.length === 1
            ? c.json({ data: data[0] }, 201)
            : c.json({ data, total: data.length }, 201);
        },
      ),
  )
  .route(
    "/",
    fileRecord("Image", {
      written,
      change,
      find,
      summaries: {
        change: "Change l’appartement d’une image.",
        removal: "Supprime une image et son contenu.",
      },
    }),
  )
  .route(
    "/",
    reads({
      ...written,
      table: images,
      list: {
        search: [storedFiles.nom],
        searched: ["nom"],
        sort: { createdAt: images.createdAt, taille: storedFiles.taille, id: images.id },
        defaultSort: "id",
        filters: { AppartementId: byId(images.AppartementId) },
        rows,
        count: (db, where) =>
          db
            .select({ total: count() })
            .from(images)
            .innerJoin(storedFiles, eq(storedFiles.id, images.StoredFileId))
            .where(where),
        view: (raw, _today, link): ImageRow => view(raw, link),
        csv: [
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Extension", valeur: (row) => row.extention },
          { titre: "Octets", valeur: (row) => row.taille },
          { titre: "Appartement", valeur: (row) => row.AppartementId },
        ],
      },
      find,
    }),
  );
