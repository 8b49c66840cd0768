import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { PreparedQuery } from "drizzle-orm/session";
import type { Db } from "./client.ts";

/**
 * A query by identifier, for a batch, whose SQL is written once: drizzle takes longer to write that
 * of a whole record than the database to read it.
 */
export function writtenOnce(query: (db: Db, id: number | SQL) => { prepare(): PreparedQuery }) {
  let written: PreparedQuery | undefined;
  return (db: Db, id: number): BatchItem<"sqlite"> => {
    written ??= query(db, sql`${sql.placeholder("id")}`).prepare();
    const prepared = written;
    const { sql: text, params } = prepared.getQuery();
    const filled = {
      getQuery: () => ({ sql: text, params: fillPlaceholders(params, { id }) }),
      mapResult: prepared.mapResult.bind(prepared),
    };
    const item = { _: { dialect: "sqlite", result: undefined }, _prepare: () => filled } as const;
    return item;
  };
}
