import { getTableColumns, getTableName, type InferInsertModel, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client.ts";

/** A condition that a row of the table meets `where`; without `where`, that the table has a row. */
export const rowExists = (table: SQLiteTable | SQL, where?: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${where ?? sql`true`})`;

/** The identifier of the newest row; within a write, of the row that an earlier statement inserted. */
export const newestId = (table: SQLiteTable): SQL => sql`(SELECT max(id) FROM ${table})`;

/** The identifier that the next row will get: above all those ever given, by AUTOINCREMENT. */
export const nextId = (table: SQLiteTable): SQL =>
  sql`(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = ${getTableName(table)})`;

/** The statement that inserts this row if the condition is true; without a condition, it always inserts. */
export function insertWhen<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  values: { [Name in keyof InferInsertModel<Table>]: InferInsertModel<Table>[Name] | SQL },
  when: SQL | undefined,
) {
  const given = values as Record<string, unknown>;
  const columns = Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
    const value = given[name];
    if (value === undefined) return [];
    return [
      {
        name: sql.identifier(column.name),
        value: is(value, SQL) ? value : sql.param(value, column),
      },
    ];
  });
  return db.run(sql`
    INSERT INTO ${table} (${sql.join(
      columns.map(({ name }) => name),
      sql`, `,
    )})
    SELECT ${sql.join(
      columns.map(({ value }) => value),
      sql`, `,
    )} WHERE ${when ?? sql`true`}`);
}
