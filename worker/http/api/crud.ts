import { and, inArray, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import type { Jour } from "#domain/dates.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import { type Action, peut } from "#domain/profils/droits.ts";
import type { Version } from "#worker/db/versions.ts";
import { writtenOnce } from "#worker/db/written-once.ts";
import { fileLinks } from "#worker/http/files/file-links.ts";
import { streamedFile } from "#worker/http/files/streamed-file.ts";
import { count } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { csvChunk } from "#worker/operations/fichiers/csv.ts";
import { creates } from "./create.ts";
import { says } from "./described.ts";
import { parametersOf, readListQuery } from "./list-query.ts";
import { modifies } from "./modify.ts";
import { noteWholeRead } from "./note-export.ts";
import {
  detailOf,
  type Find,
  type Identified,
  type List,
  type RecordTable,
  type Resource,
} from "./record.ts";
import { removes } from "./remove.ts";
import { idParam } from "./validate.ts";
import { answerWhole, sortedFirst, wholeList } from "./whole-list.ts";

/** The read-only routes of a resource, under `/{name}`: the list, the list as CSV, and a single record. */
export function reads<Raw, Detail, ListRaw extends { id: number }, Row>({
  name,
  table,
  record,
  list,
  find,
}: {
  name: string;
  table: Identified;
  /** The schema of the fields that people write, for the description of the API. */
  record?: z.core.$ZodType;
  list: List<ListRaw, Row>;
  find: Find<Raw, Detail>;
}) {
  const query = parametersOf(list);
  const exported = csv(name, table, list, query);
  const written = record ? { name, record } : {};
  const whole = writtenOnce(find.query);
  const shown = { table, view: list.view, find };
  return new Hono<App>()
    .get(
      `/${name}.csv`,
      says("La liste, en fichier pour tableur.", {
        need: "lire",
        query,
        media: "text/csv",
        refusals: [429],
      }),
      exported,
    )
    .get(`/${name}`, says("La liste.", { need: "lire", query, list: true }), async (c) => {
      const page = readListQuery(c, list, query, table.id);
      const { db, session } = c.var;
      await refresh(c, list);
      if (page.limit === undefined) {
        const { total, pieces } = await wholeList(c, { table, rows: list.rows }, page);
        await noteWholeRead(c, { ressource: name, nombre: total });
        return answerWhole(c, shownPieces(c, shown, pieces));
      }
      const {
        rows,
        count: [count],
      } = await session.read("lire", {
        rows: list.rows(db, sortedFirst(db, { table, rows: list.rows }, page)),
        count: list.count(db, page.where, page.today),
      });
      return c.json({ data: await rowsOf(c, shown, rows), ...(count ?? { total: 0 }) });
    })
    .get(`/${name}/:id`, says("La fiche.", { need: "lire", ...written }), async (c) => {
      const { db, session } = c.var;
      const id = idParam(c);
      const { raw } = await session.read("lire", { raw: whole(db, id) });
      return c.json({ data: detailOf(c, find, raw) });
    });
}

/**
 * The routes of a resource under `/{name}`: the routes of {@link reads}, and those that create, change and delete. A
 * resource with a special POST or PUT declares that route before this one, because the first route wins.
 */
export const crud = <
  Table extends RecordTable,
  Raw extends Version,
  Detail,
  ListRaw extends { id: number },
  Row,
>(
  resource: Resource<Table, Raw, Detail, ListRaw, Row>,
) =>
  reads({ ...resource, record: resource.modification })
    .route("/", modifies(resource))
    .route("/", creates(resource))
    .route("/", removes(resource));

interface Shown<Raw, Row> {
  table: Identified;
  view: List<Raw, Row>["view"];
  find: Deletion;
}

type Deletion = { deletion?: Action; free?(today: Jour): SQL };

/** The rows of a list as the caller may see them; `canDelete` says whether the caller may delete the row. */
export async function rowsOf<Raw extends { id: number }, Row>(
  c: Context<App>,
  { table, view, find }: Shown<Raw, Row>,
  raws: readonly Raw[],
): Promise<(Row & { canDelete: boolean })[]> {
  const link = fileLinks(c);
  const deletable = await deletableIn(c, { table, ...find }, raws);
  return raws.map((raw) => ({ ...view(raw, c.var.today, link), canDelete: deletable(raw) }));
}

export async function* shownPieces<Raw extends { id: number }, Row>(
  c: Context<App>,
  shown: Shown<Raw, Row>,
  pieces: AsyncIterable<Raw[]>,
): AsyncGenerator<(Row & { canDelete: boolean })[]> {
  for await (const raws of pieces) yield await rowsOf(c, shown, raws);
}

/**
 * Returns a function that tells whether the caller may delete a row: the role allows it, and nothing that must be
 * kept depends on the row.
 */
async function deletableIn(
  c: Context<App>,
  { table, deletion = "supprimer", free }: Deletion & { table: Identified },
  rows: readonly { id: number }[],
): Promise<(row: { id: number }) => boolean> {
  const { db, session, today } = c.var;
  if (!peut(session.user.role, deletion)) return () => false;
  if (!free || rows.length === 0) return () => true;
  const ids = rows.map(({ id }) => id);
  const freed = await db
    .select({ id: sql<number>`${table.id}` })
    .from(table)
    .where(and(inArray(table.id, ids), free(today)));
  const known = new Set(freed.map(({ id }) => id));
  return ({ id }) => known.has(id);
}

/** Brings the rows of a list up to date, for callers who may read them. */
async function refresh(c: Context<App>, list: Pick<List<never, never>, "refresh">): Promise<void> {
  if (!list.refresh) return;
  await c.var.session.authorize("lire");
  await list.refresh(c.var);
}

/** The handler that streams every row of the list as CSV, a piece at a time. */
function csv<Raw extends { id: number }, Row>(
  name: string,
  table: Identified,
  list: List<Raw, Row>,
  query: ReturnType<typeof parametersOf>,
) {
  return async (c: Context<App>) => {
    await c.var.session.authorize("lire");
    await count(c, "exports");
    const page = readListQuery(c, list, query, table.id);
    await refresh(c, list);
    const { pieces } = await wholeList(c, { table, rows: list.rows }, page);
    const link = fileLinks(c);
    return streamedFile(c, {
      pages: pieces,
      write: (raws, first) =>
        csvChunk(
          list.csv,
          raws.map((raw) => list.view(raw, c.var.today, link)),
          first,
        ),
      name: fileName(c, name, list.csvOf),
      ressource: name,
    });
  };
}

/**
 * The name of the CSV file, as « Dossier_statut-encours_2026-11-22.csv »: the search and the filters, then the day.
 * Filters by identifier are left out. `csvOf` may give a period that replaces them all.
 */
function fileName(c: Context<App>, name: string, own: List<never, never>["csvOf"]): string {
  const period = own?.(c.req.query());
  if (period) return `${name}-${period}.csv`;
  const { sort: _sort, page: _page, limit: _limit, ...criteria } = c.req.query();
  const told = Object.entries(criteria)
    .filter(([criterion, value]) => value !== "" && !criterion.endsWith("Id"))
    .map(([criterion, value]) => {
      const word = motsDeFichier(value, "-");
      return value === "true"
        ? criterion
        : `${criterion === "q" ? "recherche" : criterion}-${word}`;
    });
  return `${[name, ...told, c.var.today].join("_")}.csv`;
}
