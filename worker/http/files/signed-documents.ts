import { type Context, Hono } from "hono";
import { DOCUMENTS_SIGNES, type EntiteSignee } from "#domain/fichiers/fichier.ts";
import { versionSeule } from "#domain/fields.ts";
import { says } from "#worker/http/api/described.ts";
import { detailOf, type Find } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  exigerPlace,
  lirePlace,
  poserFichiers,
  retirerDocument,
} from "#worker/operations/fichiers/fichiers.ts";
import { isForm, receive, VERSION_FORM, VERSION_TEXTS, versionOf } from "./upload.ts";

/**
 * The routes of a record's signed documents (http/README §9.8). `PUT /{entite}/:id`, as a form, replaces them;
 * `DELETE /{entite}/:id/{document}` removes one. Both keep the former file as a version. They must come before
 * `crud()`, which answers the same PUT as JSON.
 * @param alone true when the record has no other PUT: every PUT must then be this form.
 */
export function signedDocuments<Raw, Detail>(
  entite: EntiteSignee,
  find: Find<Raw, Detail>,
  { alone = false } = {},
) {
  const fichiers: readonly string[] = DOCUMENTS_SIGNES[entite];
  const detail = async (c: Context<App>, id: number) =>
    c.json({ data: detailOf(c, find, await find.query(c.var.db, id)) });

  const routes = new Hono<App>().put(
    `/${entite}/:id`,
    says("Dépose des documents signés ; les précédents sont gardés parmi les versions.", {
      need: "modifier",
      files: [...fichiers],
      form: VERSION_FORM,
      refusals: [404, 409, 422],
    }),
    async (c, next) => {
      if (!alone && !isForm(c)) return next();
      const { db, session } = c.var;
      const place = { entite, id: idParam(c) };
      const { fiche } = await session.read("modifier", { fiche: lirePlace(db, place) });
      exigerPlace(fiche);
      return receive(c, { files: fichiers, atMost: 1, texts: VERSION_TEXTS }, async (form) => {
        await poserFichiers(contextOf(c), { place, depots: form.files, lue: versionOf(form) });
        return detail(c, place.id);
      });
    },
  );
  for (const champ of fichiers) {
    routes.delete(
      `/${entite}/:id/${champ}`,
      says("Retire un document signé de sa fiche, qui le garde parmi ses versions.", {
        refusals: [404],
      }),
      requires("supprimer"),
      json(versionSeule),
      async (c) => {
        const place = { entite, id: idParam(c) };
        await retirerDocument(contextOf(c), { place, champ, lue: c.req.valid("json") });
        return detail(c, place.id);
      },
    );
  }
  return routes;
}
