import { count, eq, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { aujourdhui } from "#domain/dates.ts";
import {
  creation,
  type FichierDetail,
  type FichierRevele,
  type FichierRow,
  modification,
} from "#domain/fichiers/fichier.ts";
import { versionLue } from "#domain/fields.ts";
import type { Db } from "#worker/db/client.ts";
import { libre, remplacesDe } from "#worker/db/conditions.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { fichiers } from "#worker/db/schema/schema.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byId, type Page } from "#worker/http/api/list-query.ts";
import { defineFind, detailOf } from "#worker/http/api/record.ts";
import { idParam, parse } from "#worker/http/api/validate.ts";
import { fileLinks } from "#worker/http/files/file-links.ts";
import { fileRecord } from "#worker/http/files/file-record.ts";
import {
  isForm,
  receive,
  VERSION_FORM,
  VERSION_TEXTS,
  valuesOf,
  versionOf,
} from "#worker/http/files/upload.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import {
  creerFichier,
  exigerPlace,
  lireCles,
  lirePlace,
  modifierFichier,
  poserFichiers,
} from "#worker/operations/fichiers/fichiers.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { gardes } from "#worker/resources/views.ts";

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.fichiers.findFirst({
      where: eq(fichiers.id, id),
      columns: { StoredFileId: false, recherche: false },
      with: { storedFile: { columns: { key: true, extention: true, type: true, taille: true } } },
      extras: { remplaces: remplacesDe("Fichier", fichiers.id).as("remplaces") },
    }),
  view: ({ storedFile: { key, ...stored }, ...fichier }, { canDelete, link }): FichierDetail => ({
    ...fichier,
    ...stored,
    url: fichier.sensible ? null : link(key),
    canDelete,
  }),
  heldBy: ({ remplaces }) => gardes(remplaces),
  free: () => libre.fichier,
});

/** The text fields beside the file in the form. */
const TEXTS = ["nom", "ClientId", "LocataireId", "AppartementId", "sensible"];

/** The text fields of a form whose file replaces another. */
const REPLACEMENT_TEXTS = [...VERSION_TEXTS, "nom"];

const change = z.extend(modification, versionLue);

const written = { name: "Fichier", record: modification };

export const fichierResource = new Hono<App>()
  .post(
    "/Fichier",
    says("Garde un fichier, sur un client, un locataire ou un appartement s’il y a lieu.", {
      ...written,
      files: ["url"],
      form: creation,
      success: 201,
      refusals: [422],
    }),
    requires("modifier"),
    (c) =>
      receive(c, { files: ["url"], atMost: 1, texts: TEXTS }, async ({ texts, files }) => {
        const values = parse(creation, valuesOf(texts));
        const cree = await creerFichier(contextOf(c), {
          ...values,
          depot: files[0].depot,
          lire: (id) => find.query(c.var.db, id),
        });
        return c.json({ data: detailOf(c, find, cree) }, 201);
      }),
  )
  .put(
    "/Fichier/:id",
    says(
      "Remplace le contenu d’un fichier, et son nom s’il est dit ; le précédent est gardé parmi ses versions.",
      {
        ...written,
        need: "modifier",
        files: ["url"],
        form: z.extend(VERSION_FORM, { nom: z.optional(modification.shape.nom) }),
        refusals: [404, 422],
      },
    ),
    async (c, next) => {
      if (!isForm(c)) return next();
      const place = { entite: "Fichier", id: idParam(c) } as const;
      const { fiche } = await c.var.session.read("modifier", {
        fiche: lirePlace(c.var.db, place),
      });
      exigerPlace(fiche);
      return receive(c, { files: ["url"], atMost: 1, texts: REPLACEMENT_TEXTS }, async (form) => {
        const { nom, ...texts } = form.texts;
        const renamed = nom === undefined ? null : parse(modification, { nom });
        const depots = [{ champ: "StoredFile", depot: form.files[0].depot }];
        const ctx = contextOf(c);
        await poserFichiers(ctx, { place, depots, lue: versionOf({ ...form, texts }) });
        if (renamed) await modifierFichier(ctx, { place, changements: renamed });
        return c.json({ data: detailOf(c, find, await find.query(c.var.db, place.id)) });
      });
    },
  )
  .route(
    "/",
    fileRecord("Fichier", {
      written,
      change,
      find,
      summaries: {
        change: "Renomme un fichier, ou change à qui il est rattaché.",
        removal: "Supprime un fichier et son contenu.",
      },
    }),
  )
  .post(
    "/Fichier/:id/reveler",
    says("Dit où se lit un fichier sensible ; le journal de sécurité le retient.", {
      refusals: [404],
    }),
    requires("lire"),
    limited("exports"),
    async (c) => {
      const { db, session } = c.var;
      const id = idParam(c);
      const link = fileLinks(c);
      const read = await lireCles({ db }, id);
      await noter(db, {
        evenement: "revelation",
        user: session.user.email,
        details: { entite: "Fichier", id },
      });
      const data: FichierRevele = {
        id,
        url: link(read.key),
        versions: read.versions.map(({ id, key }) => ({ id, url: link(key) })),
      };
      return c.json({ data });
    },
  )
  .route(
    "/",
    reads({
      ...written,
      table: fichiers,
      list: {
        search: [fichiers.recherche],
        searched: ["nom"],
        sort: {
          nom: fichiers.recherche,
          extention: storedFiles.extention,
          taille: storedFiles.taille,
          createdAt: fichiers.createdAt,
          id: fichiers.id,
        },
        defaultSort: "nom",
        filters: {
          ClientId: byId(fichiers.ClientId),
          LocataireId: byId(fichiers.LocataireId),
          AppartementId: byId(fichiers.AppartementId),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: fichiers.id,
              nom: fichiers.nom,
              ClientId: fichiers.ClientId,
              LocataireId: fichiers.LocataireId,
              AppartementId: fichiers.AppartementId,
              sensible: fichiers.sensible,
              createdAt: fichiers.createdAt,
              updatedAt: fichiers.updatedAt,
              version: fichiers.version,
              extention: storedFiles.extention,
              type: storedFiles.type,
              taille: storedFiles.taille,
              key: storedFiles.key,
              remplaces: remplacesDe("Fichier", fichiers.id),
            })
            .from(fichiers)
            .innerJoin(storedFiles, eq(storedFiles.id, fichiers.StoredFileId))
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) =>
          db
            .select({ total: count() })
            .from(fichiers)
            .innerJoin(storedFiles, eq(storedFiles.id, fichiers.StoredFileId))
            .where(where),
        view: ({ key, ...row }, _today, link): FichierRow => ({
          ...row,
          url: row.sensible ? null : link(key),
        }),
        csv: [
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Extension", valeur: (row) => row.extention },
          { titre: "Octets", valeur: (row) => row.taille },
          { titre: "Ajouté le", valeur: (row) => aujourdhui(new Date(row.createdAt)) },
        ],
      },
      find,
    }),
  );
