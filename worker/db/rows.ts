import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** Some row of the table meets the condition; without one, there is some row. */
export const rowExists = (table: SQLiteTable | SQL, where?: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${where ?? sql`true`})`;

/** The identifier of the row that was inserted last: within a write, by a statement before. */
export const newestId = (table: SQLiteTable): SQL => sql`(SELECT max(id) FROM ${table})`;

/** The identifier that the next row will get: above all there ever were, as AUTOINCREMENT has it. */
export const nextId = (table: SQLiteTable): SQL =>
  sql`(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = ${getTableName(table)})`;
