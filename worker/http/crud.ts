import { eq, type InferInsertModel } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { newestId, rowExists } from "#worker/db/rows.ts";
import { writtenOnce } from "#worker/db/written-once.ts";
import { oublierValeurs, trace } from "#worker/operations/history.ts";
import { csvChunk } from "./csv.ts";
import { says } from "./described.ts";
import { fileLinks } from "./file-links.ts";
import { requires } from "./guards.ts";
import { type Page, parametersOf, readListQuery } from "./list-query.ts";
import { modifies } from "./modify.ts";
import {
  detailOf,
  type Find,
  folded,
  type Identified,
  type List,
  naming,
  type RecordTable,
  type Resource,
} from "./record.ts";
import type { App } from "./types.ts";
import { idParam, json } from "./validate.ts";

/** The list of a resource, its CSV and its whole record, under `/{name}`. */
export function reads<Raw, Detail, ListRaw, Row>({
  name,
  table,
  record,
  list,
  find,
}: {
  name: string;
  table: Identified;
  /** The fields of the record that people write. */
  record?: z.core.$ZodType;
  list: List<ListRaw, Row>;
  find: Find<Raw, Detail>;
}) {
  const query = parametersOf(list);
  const exported = csv(name, table, list, query);
  const written = record ? { name, record } : {};
  const whole = writtenOnce(find.query);
  return new Hono<App>()
    .get(
      `/${name}.csv`,
      says("La liste, en fichier pour tableur.", { need: "lire", query, media: "text/csv" }),
      exported,
    )
    .get(`/${name}`, says("La liste.", { need: "lire", query, list: true }), async (c) => {
      const page = readListQuery(c, list, query, table.id);
      const { db, session, today } = c.var;
      if (page.limit === undefined) {
        await session.authorize("lire");
        const all: Row[] = [];
        for await (const rows of everyPage(c, page, list)) all.push(...rows);
        return c.json({ data: all, total: all.length });
      }
      const {
        rows,
        count: [count],
      } = await session.read("lire", {
        rows: list.rows(db, page),
        count: list.count(db, page.where),
      });
      const link = fileLinks(c);
      const data = rows.map((raw) => list.view(raw, today, link));
      return c.json({ data, total: count?.total ?? 0 });
    })
    .get(`/${name}/:id`, says("La fiche.", { need: "lire", ...written }), async (c) => {
      const { db, session } = c.var;
      const id = idParam(c);
      const { raw } = await session.read("lire", { raw: whole(db, id) });
      return c.json({ data: detailOf(c, find, raw) });
    });
}

/**
 * The five calls of a resource and its CSV, under `/{name}`. A resource whose POST or PUT does more writes its
 * own route before mounting this one: the route placed first wins.
 */
export function crud<
  Table extends RecordTable,
  Raw extends { updatedAt: string },
  Detail,
  ListRaw,
  Row,
>(resource: Resource<Table, Raw, Detail, ListRaw, Row>) {
  const { name, table, creation, modification, list, find } = resource;
  const written = { name, record: modification };
  const created = says("Crée une fiche.", { ...written, success: 201 });
  const deleted = says("Supprime une fiche que rien ne retient.", { success: 204 });

  return reads({ ...written, table, list, find })
    .route("/", modifies(resource))
    .post(`/${name}`, created, requires("modifier"), json(creation), async (c) => {
      const { db, session } = c.var;
      const values = c.req.valid("json") as InferInsertModel<Table>;
      const { user } = session;
      const { raw } = await naming(
        { db, table, values },
        db.write({
          record: db
            .insert(table)
            .values({ ...values, ...folded(resource, values) } as InferInsertModel<Table>),
          history: trace(db, {
            entite: name,
            entiteId: newestId(table),
            etat: "Création",
            user: user.email,
          }),
          raw: find.query(db, newestId(table)),
        }),
      );
      return c.json({ data: detailOf(c, find, raw) }, 201);
    })
    .delete(`/${name}/:id`, deleted, requires("supprimer"), async (c) => {
      const { db, session, today } = c.var;
      const id = idParam(c);
      const raw = (await find.query(db, id)) as Raw | undefined;
      if (!raw) throw new NotFound();
      const held = find.heldBy(raw, today);
      if (held.length > 0) {
        throw new Conflict(`Suppression impossible : cette fiche est liée à ${held.join(", ")}.`);
      }
      const { record } = await db.write({
        history: trace(db, {
          entite: name,
          entiteId: id,
          etat: "Suppression",
          user: session.user.email,
          quand: rowExists(table, eq(table.id, id)),
        }),
        record: db.delete(table).where(eq(table.id, id)),
        forgotten: oublierValeurs(db, name, id),
      });
      if (record.rowsAffected === 0) throw new NotFound();
      return c.body(null, 204);
    });
}

/** Every row of the list, streamed page after page. */
function csv<Raw, Row>(
  name: string,
  table: Identified,
  list: List<Raw, Row>,
  query: ReturnType<typeof parametersOf>,
) {
  return async (c: Context<App>) => {
    await c.var.session.authorize("lire");
    const page = readListQuery(c, list, query, table.id);
    const encoder = new TextEncoder();
    const pages = everyPage(c, { ...page, limit: undefined }, list);
    // Read before the answer starts: a list that cannot be read is an error, not a file cut short.
    const head = await pages.next();
    let first = true;
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = first ? head : await pages.next();
        if (!next.done || first) {
          controller.enqueue(encoder.encode(csvChunk(list.csv, next.value ?? [], first)));
        }
        first = false;
        if (next.done) controller.close();
      },
    });
    return c.body(stream, 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${c.var.today}.csv"`,
      "Cache-Control": "no-store",
    });
  };
}

const ROWS_PER_READ = 1000;

async function* everyPage<Raw, Row>(c: Context<App>, page: Page, list: List<Raw, Row>) {
  const link = fileLinks(c);
  for (let offset = 0; ; offset += ROWS_PER_READ) {
    const raws = await list.rows(c.var.db, { ...page, limit: ROWS_PER_READ, offset });
    if (raws.length > 0) yield raws.map((raw) => list.view(raw, c.var.today, link));
    if (raws.length < ROWS_PER_READ) return;
  }
}
