import { createClient } from "@libsql/client/web";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { drizzle } from "drizzle-orm/libsql/web";
import * as relations from "./relations.ts";
import * as schema from "./schema.ts";

const everything = { ...schema, ...relations };

export type Db = LibSQLDatabase<typeof everything>;

/**
 * A connection for one request or one message batch: a client kept across requests would share
 * its promises between request contexts and hang.
 */
export function openDb(env: { DATABASE_URL: string; DATABASE_AUTH_TOKEN?: string }): Db {
  const client = createClient({
    url: env.DATABASE_URL,
    ...(env.DATABASE_AUTH_TOKEN ? { authToken: env.DATABASE_AUTH_TOKEN } : {}),
  });
  // Drizzle opens every batch as a reader; one that then writes fails at once when another writer came
  // in between, instead of waiting for its turn.
  const batch = client.batch.bind(client);
  client.batch = (statements) => batch(statements, statements.every(isRead) ? "read" : "write");
  return drizzle(client, { schema: everything });
}

function isRead(statement: Parameters<ReturnType<typeof createClient>["batch"]>[0][number]) {
  const text = typeof statement === "string" ? statement : "sql" in statement ? statement.sql : "";
  return /^[\s(]*select\b/i.test(text);
}
