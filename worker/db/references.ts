import { eq, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client.ts";

/** The fields of `values` that name a missing record: the cause of a broken foreign key. */
export async function missingReferences(
  db: Db,
  table: SQLiteTable,
  values: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const references = getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignColumns } = key.reference();
    const [column] = columns;
    const [target] = foreignColumns;
    const value = column && values[column.name];
    return columns.length === 1 && column && target && typeof value === "number"
      ? [{ field: column.name, target, value }]
      : [];
  });
  const found = await Promise.all(
    references.map(({ target, value }) =>
      db.select({ one: sql`1` }).from(target.table).where(eq(target, value)),
    ),
  );
  return references.filter((_, index) => found[index]?.length === 0).map(({ field }) => field);
}
