import { and, eq, not, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { NotFound, Unauthenticated, Unreadable } from "#domain/erreurs.ts";
import { nomDeTelechargement, seMontre } from "#domain/fichiers/contenu-fichier.ts";
import { LARGEURS_VIGNETTE } from "#domain/fichiers/fichier.ts";
import { selected } from "#worker/db/conditions.ts";
import { remplacements, storedFiles } from "#worker/db/schema/fichiers.ts";
import { releves } from "#worker/db/schema/gerance.ts";
import { fichiers } from "#worker/db/schema/schema.ts";
import { cleVignette, lireMontre, resteDuLien } from "#worker/files.ts";
import { says } from "#worker/http/api/described.ts";
import type { App } from "#worker/http/types.ts";
import { vignette } from "#worker/operations/fichiers/vignettes.ts";
import { sessionOuverte } from "#worker/operations/profils/sessions.ts";
import { disposition } from "./disposition.ts";
import { answer, matches, readRange, unsatisfiable } from "./range.ts";

const PDF = "application/pdf";
const SANDBOX = "default-src 'none'; frame-ancestors 'self'; sandbox";
const ABSENT = "Ce fichier n’existe pas ou a été supprimé.";

const said = says("Un fichier, ou une part de lui, avec un jeton ou une adresse signée.", {
  media: "*/*",
  success: [200, 206],
  refusals: [400, 404],
});

/**
 * Serves a file at `/files/{key}`, to a caller with a token or a signed address. The content of a key never changes,
 * so the key is its ETag.
 */
export const fileDoor = new Hono<App>().get("/*", said, async (c) => {
  const key = c.req.path.slice("/files/".length);
  const { i, e, s, w } = c.req.query();
  const secondsLeft = resteDuLien(c.env.JWT_SECRET, { key, i, e, s, now: c.var.now });
  const found = await readRow(c, key, secondsLeft > 0 ? i : undefined);
  if (!found) throw new NotFound(ABSENT);
  c.header(
    "Cache-Control",
    secondsLeft > 0 ? `private, max-age=${secondsLeft}` : "private, no-cache",
  );
  c.header("X-Content-Type-Options", "nosniff");
  // A PDF gets no sandbox, because a browser does not open its PDF reader inside one.
  if (found.type !== PDF) c.header("Content-Security-Policy", SANDBOX);
  const width = readWidth(w);
  if (width === null) return serve(c, found);
  const etag = `"${cleVignette(key, width)}"`;
  if (matches(c.req.header("If-None-Match"), etag)) return notModified(c, etag);
  const small = await vignette({ env: c.env }, { image: found, largeur: width });
  if (!small) return serve(c, found);
  return answer(c, c.req.method === "HEAD" ? null : small.body, {
    status: 200,
    headers: {
      ...described({ ...found, type: "image/webp", extention: "webp" }),
      "Content-Length": String(small.size),
      ETag: etag,
    },
  });
});

type Found = NonNullable<Awaited<ReturnType<typeof readRow>>>;

/**
 * True for bank statements, sensitive files and their former versions. A token alone does not open them: they open by
 * the signed address that is given when they are revealed.
 */
const seRevele = sql`(EXISTS (SELECT 1 FROM ${releves} WHERE ${releves.StoredFileId} = ${storedFiles.id})
  OR EXISTS (SELECT 1 FROM ${fichiers} WHERE ${fichiers.sensible} AND (${fichiers.StoredFileId} = ${storedFiles.id}
    OR EXISTS (SELECT 1 FROM ${remplacements} WHERE ${remplacements.entite} = 'Fichier'
      AND ${remplacements.entiteId} = ${fichiers.id} AND ${remplacements.StoredFileId} = ${storedFiles.id}))))`;

/** @param signedFor the session that received the signed address; undefined without one: the token then decides. */
async function readRow(c: Context<App>, key: string, signedFor: string | undefined) {
  const { db, session, now } = c.var;
  const query = db
    .select({
      key: storedFiles.key,
      // The name that staff gave the file, else its name at the upload.
      nom: selected<string>(sql`coalesce((SELECT ${fichiers.nom} FROM ${fichiers}
        WHERE ${fichiers.StoredFileId} = ${storedFiles.id}), ${storedFiles.nom})`),
      extention: storedFiles.extention,
      type: storedFiles.type,
      taille: storedFiles.taille,
    })
    .from(storedFiles)
    .where(and(eq(storedFiles.key, key), signedFor === undefined ? not(seRevele) : undefined));
  if (signedFor === undefined) return (await session.read("lire", { query })).query[0];
  const { row, open } = await db.read({ row: query, open: sessionOuverte(db, signedFor, now) });
  if (open.length === 0) throw new Unauthenticated();
  session.open();
  return row[0];
}

async function serve(c: Context<App>, found: Found): Promise<Response> {
  const etag = `"${found.key}"`;
  if (matches(c.req.header("If-None-Match"), etag)) return notModified(c, etag);
  const range = readRange(c, found.taille, etag);
  if (range === "unsatisfiable") return unsatisfiable(c, found.taille);
  const { offset, length } = range ?? { offset: 0, length: found.taille };
  const head = c.req.method === "HEAD";
  const body = head ? null : await lireMontre(c.env, found, { offset, length });
  if (!body && !(head && (await c.env.FILES.head(found.key)))) throw new NotFound(ABSENT);
  return answer(c, body, {
    status: range ? 206 : 200,
    headers: {
      ...described(found),
      "Content-Length": String(length),
      ...(range && { "Content-Range": `bytes ${offset}-${offset + length - 1}/${found.taille}` }),
      "Accept-Ranges": "bytes",
      ETag: etag,
    },
  });
}

function described({ nom, extention, type }: Found) {
  const name = nomDeTelechargement(nom, extention);
  return {
    "Content-Type": type,
    "Content-Disposition": disposition(seMontre(type) ? "inline" : "attachment", name),
  };
}

const notModified = (c: Context<App>, etag: string) => c.body(null, 304, { ETag: etag });

function readWidth(w: string | undefined): number | null {
  if (w === undefined) return null;
  const width = LARGEURS_VIGNETTE.find((possible) => String(possible) === w);
  if (!width) {
    throw new Unreadable(`Largeurs possibles : ${LARGEURS_VIGNETTE.join(", ")}.`);
  }
  return width;
}
