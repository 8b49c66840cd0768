import { desc } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import { choix } from "#domain/fields.ts";
import { exempleDe } from "#domain/import/champs/exemples.ts";
import { montrerTable } from "#domain/import/colonnes.ts";
import { correspondanceImport } from "#domain/import/colonnes-fiche.ts";
import type { ImportRow } from "#domain/import/fiche.ts";
import { FORMES } from "#domain/import/genres.ts";
import { OCTETS_PAR_IMPORT } from "#domain/import/limites.ts";
import type { Db } from "#worker/db/client.ts";
import { imports } from "#worker/db/schema/imports.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { readSmallForm } from "#worker/http/files/upload.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { csvChunk } from "#worker/operations/fichiers/csv.ts";
import { annulerImport } from "#worker/operations/import/annuler.ts";
import {
  essayerImport,
  importerFichier,
  type LignesACorriger,
  lignesACorriger,
} from "#worker/operations/import/importer.ts";
import { lireTableau } from "#worker/operations/import/lecture.ts";

const kind = z.strictObject({ genre: choix(FORMES) });
/** The text fields of the form. `colonnes`, `defauts` (the values for empty columns) and `corrections` are JSON. */
const told = z.strictObject({
  genre: choix(FORMES),
  colonnes: z.string(),
  defauts: z.optional(z.string()),
  corrections: z.optional(z.string()),
  bonnesLignes: z.optional(z.enum(["true", "false"])),
});

const FORM = { field: "fichier", maxBytes: OCTETS_PAR_IMPORT } as const;

function parsed(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Invalid({ [field]: "Ce JSON est illisible." });
  }
}

/** The file of a form, with the meaning that the form gives to its columns. */
async function readTold(c: Context<App>) {
  const { texts, file } = await readSmallForm(c, {
    ...FORM,
    texts: ["genre", "colonnes", "defauts", "corrections", "bonnesLignes"],
  });
  const { genre, colonnes, defauts, corrections, bonnesLignes } = parse(told, texts);
  const correspondance = parse(correspondanceImport, {
    genre,
    colonnes: parsed("colonnes", colonnes),
    ...(defauts === undefined ? {} : { defauts: parsed("defauts", defauts) }),
    ...(corrections === undefined ? {} : { corrections: parsed("corrections", corrections) }),
    ...(bonnesLignes === undefined ? {} : { bonnesLignes: bonnesLignes === "true" }),
  });
  return { fichier: file, correspondance };
}

/** Responds with a small table, as a CSV file. */
function answerTable(c: Context<App>, { entetes, lignes }: LignesACorriger, name: string) {
  const columns = entetes.map((titre, place) => ({
    titre,
    valeur: (line: string[]) => line[place] ?? "",
  }));
  return c.body(csvChunk(columns, lignes, true), 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
  });
}

const MOST_SHOWN = 200;

const rows = (db: Db): Promise<ImportRow[]> =>
  db.select().from(imports).orderBy(desc(imports.id)).limit(MOST_SHOWN);

/**
 * The import of files of other software: owners, dwellings, mandates, tenants, leases, guarantors (import/README §13).
 */
export const importResource = new Hono<App>()
  .get(
    "/Import",
    says("Les imports, le dernier d’abord.", { list: true }),
    requires("administrer"),
    async (c) => {
      const data = await rows(c.var.db);
      return c.json({ data, total: data.length });
    },
  )
  .get(
    "/Import/exemple/:genre",
    says(
      "Un fichier d’exemple : EtatLocatif, Client, Appartement, Mission, Locataire, Dossier ou Caution.",
      {
        media: "text/csv",
      },
    ),
    requires("administrer"),
    (c) => {
      const genre = FORMES.find((forme) => forme === c.req.param("genre"));
      if (!genre) throw new NotFound("Il n’y a pas d’exemple de ce nom.");
      return answerTable(c, exempleDe(genre), `exemple_${genre}`);
    },
  )
  .post(
    "/Import/lire",
    says("Lit les colonnes d’un fichier CSV ou XLSX, sans rien écrire.", {
      files: ["fichier"],
      form: kind,
      refusals: [422],
    }),
    requires("administrer"),
    async (c) => {
      const { texts, file } = await readSmallForm(c, { ...FORM, texts: ["genre"] });
      const { genre } = parse(kind, texts);
      return c.json({ data: montrerTable(lireTableau(file.octets), genre) });
    },
  )
  .post(
    "/Import/essai",
    says("Dit ce qu’un fichier créerait, ligne par ligne, sans rien écrire.", {
      files: ["fichier"],
      form: told,
      refusals: [422],
    }),
    requires("administrer"),
    async (c) => {
      return c.json({ data: await essayerImport(c.var, await readTold(c)) });
    },
  )
  .post(
    "/Import/erreurs",
    says("Les lignes d’un fichier qui sont à corriger, avec ce qui ne va pas.", {
      files: ["fichier"],
      form: told,
      media: "text/csv",
      refusals: [422],
    }),
    requires("administrer"),
    async (c) => {
      const demande = await readTold(c);
      const wrong = await lignesACorriger(c.var, demande);
      return answerTable(c, wrong, `a_corriger_${demande.correspondance.genre}`);
    },
  )
  .post(
    "/Import",
    says("Importe un fichier : en entier, ses lignes justes s’il le dit, ou pas du tout.", {
      files: ["fichier"],
      form: told,
      success: 201,
      refusals: [409, 422],
    }),
    requires("administrer"),
    async (c) => {
      const demande = { ...(await readTold(c)), device: deviceOf(c) };
      const id = await importerFichier(contextOf(c), demande);
      return c.json({ data: (await rows(c.var.db)).find((row) => row.id === id) }, 201);
    },
  )
  .post(
    "/Import/:id/annuler",
    says("Annule un import : supprime tout ce qu’il a créé, si rien n’en a servi.", {
      refusals: [409],
    }),
    requires("administrer"),
    json(z.strictObject({})),
    async (c) => {
      const id = idParam(c);
      await annulerImport(contextOf(c), { id, device: deviceOf(c) });
      return c.json({ data: (await rows(c.var.db)).find((row) => row.id === id) });
    },
  );
