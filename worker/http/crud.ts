import { and, eq, getTableColumns, type InferInsertModel, type SQL } from "drizzle-orm";
import type { PreparedQuery } from "drizzle-orm/session";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { Jour } from "#domain/dates.ts";
import { peut } from "#domain/droits.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { champsDe, instant } from "#domain/fields.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db, Statement, Statements } from "#worker/db/client.ts";
import { brokenConstraint } from "#worker/db/failures.ts";
import { missingReferences } from "#worker/db/references.ts";
import { newestId, rowExists } from "#worker/db/rows.ts";
import { writtenOnce } from "#worker/db/written-once.ts";
import { oublierValeurs, trace } from "#worker/operations/history.ts";
import { type CsvColumn, csvChunk } from "./csv.ts";
import { says } from "./described.ts";
import { type FileLink, fileLinks } from "./file-links.ts";
import { requires } from "./guards.ts";
import { type ListQuery, type Page, parametersOf, readListQuery } from "./list-query.ts";
import type { SessionUser } from "./session.ts";
import type { App } from "./types.ts";
import { idParam, json, parse } from "./validate.ts";

type Identified = SQLiteTable & { id: SQLiteColumn };

/** A table every record of the API has: an identifier and the instant of its last change. */
export type RecordTable = Identified & { updatedAt: SQLiteColumn };

export interface List<Raw, Row> extends ListQuery {
  rows(db: Db, page: Page): Statement<Raw[]> & PromiseLike<Raw[]>;
  count(db: Db, where: SQL | undefined): Statement<{ total: number }[]>;
  view(raw: Raw, today: Jour, link: FileLink): Row;
  /** Fields of the record whose text `search` finds. */
  searched: string[];
  csv: CsvColumn<Row>[];
}

export interface Find<Raw, Detail> {
  /** The record with its relations, in one statement. */
  query(
    db: Db,
    id: number | SQL,
  ): Statement<Raw | undefined> & PromiseLike<Raw | undefined> & { prepare(): PreparedQuery };
  view(
    raw: Raw,
    context: { today: Jour; canDelete: boolean; user: SessionUser; link: FileLink },
  ): Detail;
  /** What must be kept and hangs on the record, in words; empty when it may be deleted. */
  heldBy(raw: Raw, today: Jour): string[];
}

interface Change<Values> {
  id: number;
  before: Record<string, unknown>;
  after: Values;
  user: string;
  now: Date;
  /** The change takes place. */
  when: SQL;
}

/** Lets the compiler infer the rows of a `find` that several routes share. */
export const defineFind = <Raw, Detail>(find: Find<Raw, Detail>) => find;

/** The record as the caller may see it, or `NotFound`. */
export function detailOf<Raw, Detail>(
  c: Context<App>,
  find: Find<Raw, Detail>,
  raw: Raw | undefined,
): Detail {
  if (!raw) throw new NotFound();
  const { session, today } = c.var;
  const canDelete = peut(session.user.role, "supprimer") && find.heldBy(raw, today).length === 0;
  return find.view(raw, { today, canDelete, user: session.user, link: fileLinks(c) });
}

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
 * The five calls of a resource and its CSV, under `/{name}`. A resource whose POST does more writes its
 * own route before mounting this one and calls an operation: the route placed first wins.
 */
export function crud<
  Table extends RecordTable,
  Raw extends { updatedAt: string },
  Detail,
  ListRaw,
  Row,
>({
  name,
  table,
  creation,
  modification,
  list,
  find,
  alongside = () => ({}),
}: {
  name: string;
  table: Table;
  creation: z.core.$ZodType<InferInsertModel<Table>>;
  modification: z.core.$ZodType & { shape: Record<string, z.core.$ZodType> };
  list: List<ListRaw, Row>;
  find: Find<Raw, Detail>;
  /** What a change writes elsewhere, in the same transaction, just before. */
  alongside?(db: Db, change: Change<InferInsertModel<Table>>): Statements;
}) {
  const change = z.extend(modification as unknown as z.ZodMiniObject, {
    updatedAt: z.optional(instant()),
  });

  const folded = (values: Record<string, unknown>) =>
    "recherche" in getTableColumns(table)
      ? { recherche: texteDeRecherche(list.searched.map((field) => values[field])) }
      : {};

  const written = { name, record: modification };
  const created = says("Crée une fiche.", { ...written, success: 201 });
  const modified = says(
    "Modifie une fiche : un champ absent garde sa valeur, null le vide.",
    written,
  );
  const deleted = says("Supprime une fiche que rien ne retient.", { success: 204 });

  return reads({ ...written, table, list, find })
    .post(`/${name}`, created, requires("modifier"), json(creation), async (c) => {
      const { db, session } = c.var;
      const values = c.req.valid("json") as InferInsertModel<Table>;
      const { user } = session;
      const { raw } = await naming(
        { db, table, values },
        db.write({
          record: db
            .insert(table)
            .values({ ...values, ...folded(values) } as InferInsertModel<Table>),
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
    .put(`/${name}/:id`, modified, requires("modifier"), json(change), async (c) => {
      const { db, session, now } = c.var;
      const id = idParam(c);
      const { updatedAt, ...changes } = c.req.valid("json") as Record<string, unknown>;
      const [before] = await db
        .select()
        .from(table as RecordTable)
        .where(eq(table.id, id));
      if (!before) throw new NotFound();
      if (updatedAt !== undefined && updatedAt !== before.updatedAt)
        throw new Conflict(FICHE_MODIFIEE);
      const kept = champsDe(modification, before);
      const values = parse(creation, { ...kept, ...changes });
      const details = differences(kept, values);
      const user = session.user.email;
      const known = and(eq(table.id, id), eq(table.updatedAt, before.updatedAt));
      const when = rowExists(table, known);
      const { record, raw } = await naming(
        { db, table, values },
        db.write({
          history: trace(db, {
            entite: name,
            entiteId: id,
            etat: "Modification",
            user,
            details,
            quand: when,
          }),
          ...alongside(db, { id, before: kept, after: values, user, now, when }),
          record: db
            .update(table as RecordTable)
            .set({ ...values, ...folded(values), updatedAt: now.toISOString() })
            .where(known),
          raw: find.query(db, id),
        }),
      );
      if (record.rowsAffected === 0) throw new Conflict(FICHE_MODIFIEE);
      return c.json({ data: detailOf(c, find, raw) });
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

/** What was written; a record named in `values` that does not exist is the fault of its field. */
async function naming<T>(
  { db, table, values }: { db: Db; table: SQLiteTable; values: Record<string, unknown> },
  writing: Promise<T>,
): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (brokenConstraint(error) !== "FOREIGN KEY") throw error;
    const missing = await missingReferences(db, table, values);
    if (missing.length === 0) throw error;
    throw new Invalid(
      Object.fromEntries(missing.map((field) => [field, "Cette fiche n’existe pas."])),
    );
  }
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

/** What a change changed: `{field: [before, after]}`. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(after)
      .filter(
        ([field, value]) => JSON.stringify(before[field] ?? null) !== JSON.stringify(value ?? null),
      )
      .map(([field, value]) => [field, [before[field] ?? null, value ?? null]]),
  );
}
