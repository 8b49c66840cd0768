import { and, sql } from "drizzle-orm";
import type { Context } from "hono";
import type { Db } from "#worker/db/client.ts";
import type { App } from "#worker/http/types.ts";
import type { Page } from "./list-query.ts";
import type { Identified, List } from "./record.ts";

/**
 * The number of rows, then of identifiers, in one read: far below the 10 MB that a result of the database may have.
 */
const ROWS_PER_READ = 1000;
const IDENTIFIERS_PER_READ = 200_000;

type Whole = Pick<Page, "where" | "orderBy" | "today">;
type Rows<Raw> = List<Raw, unknown>["rows"];

/**
 * Every row of a list in bounded pieces, each row once. The identifiers are sorted and read first, then the pieces by
 * identifiers, so that writes in between neither add nor move rows. Values are those of the moment when a piece is
 * read.
 * @returns the pieces, and the number of rows, at most {@link IDENTIFIERS_PER_READ}
 */
export async function wholeList<Raw extends { id: number }>(
  c: Context<App>,
  { table, rows }: { table: Identified; rows: Rows<Raw> },
  whole: Whole,
): Promise<{ total: number; pieces: AsyncGenerator<Raw[]> }> {
  const { db, session } = c.var;
  const {
    first: [first],
    newest: [newest],
  } = await session.read("lire", {
    first: identifiers(db, rows, { ...whole, offset: 0 }),
    newest: db.all<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM ${table}`),
  });
  const ids = identifiersOf(first);
  const known = { ...whole, where: and(whole.where, sql`${table.id} <= ${newest?.id ?? 0}`) };
  async function* pieces() {
    let here = ids;
    for (let offset = IDENTIFIERS_PER_READ; ; offset += IDENTIFIERS_PER_READ) {
      for (let at = 0; at < here.length; at += ROWS_PER_READ) {
        const json = JSON.stringify(here.slice(at, at + ROWS_PER_READ));
        const where = sql`${table.id} IN (SELECT value FROM json_each(${json}))`;
        yield await rows(db, { ...whole, where, limit: undefined, offset: 0 });
      }
      if (here.length < IDENTIFIERS_PER_READ) return;
      const [next] = await identifiers(db, rows, { ...known, offset });
      here = identifiersOf(next);
    }
  }
  return { total: ids.length, pieces: pieces() };
}

/** The given page, its rows chosen first by identifier: no other column is computed for the rows outside the page. */
export const sortedFirst = <Raw>(
  db: Db,
  { table, rows }: { table: Identified; rows: Rows<Raw> },
  page: Page,
): Page => ({
  ...page,
  where: sql`${table.id} IN (SELECT id FROM ${rows(db, page)})`,
  offset: 0,
});

const identifiers = <Raw>(db: Db, rows: Rows<Raw>, whole: Whole & { offset: number }) =>
  db.all<{ ids: string }>(
    sql`SELECT json_group_array(id) AS ids FROM ${rows(db, { ...whole, limit: IDENTIFIERS_PER_READ })}`,
  );

const identifiersOf = (read: { ids: string } | undefined): number[] =>
  JSON.parse(read?.ids ?? "[]");

/**
 * Answers `{data, total}`; several pieces are sent while they are read. A failure in the first two pieces is an error
 * response; a later failure truncates the response.
 */
export async function answerWhole<Row>(
  c: Context<App>,
  pieces: AsyncGenerator<Row[]>,
): Promise<Response> {
  const first: Row[] = (await pieces.next()).value ?? [];
  const second = await pieces.next();
  if (second.done) return c.json({ data: first, total: first.length });
  const texts = written(first, second.value, pieces);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
  return c.body(stream, 200, { "Content-Type": "application/json" });
}

async function* written<Row>(
  first: Row[],
  second: Row[],
  others: AsyncGenerator<Row[]>,
): AsyncGenerator<string, undefined> {
  let total = first.length;
  yield `{"data":[${JSON.stringify(first).slice(1, -1)}`;
  for (let piece = second; ; ) {
    if (piece.length > 0) yield `${total === 0 ? "" : ","}${JSON.stringify(piece).slice(1, -1)}`;
    total += piece.length;
    const next = await others.next();
    if (next.done) break;
    piece = next.value;
  }
  yield `],"total":${total}}`;
  return undefined;
}
