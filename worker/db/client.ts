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
  return drizzle(client, { schema: everything });
}
