import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import type { PreparedQuery } from "drizzle-orm/session";
import type { Db, Statement } from "./client.ts";

/**
 * Returns a query by identifier, for a batch, whose SQL is generated only once: for a whole record, drizzle takes
 * longer to generate the SQL than the database to run it.
 */
export function writtenOnce<Result>(
  query: (db: Db, id: number | SQL) => Statement<Result> & { prepare(): PreparedQuery },
) {
  let written: PreparedQuery | undefined;
  return (db: Db, id: number): Statement<Result> => {
    written ??= query(db, sql`${sql.placeholder("id")}`).prepare();
    const prepared = written;
    const { sql: text, params } = prepared.getQuery();
    const filled = {
      getQuery: () => ({ sql: text, params: fillPlaceholders(params, { id }) }),
      mapResult: prepared.mapResult.bind(prepared),
    };
    const bound = { _: { dialect: "sqlite" }, _prepare: () => filled };
    return bound as unknown as Statement<Result>;
  };
}
