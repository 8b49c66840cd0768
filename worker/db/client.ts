import type { Client, InArgs, InStatement, TransactionMode } from "@libsql/client/http";
import {
  createTableRelationsHelpers,
  type ExtractTablesWithRelations,
  extractTablesRelationalConfig,
} from "drizzle-orm";
import { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { LibSQLSession } from "drizzle-orm/libsql/session";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { PreparedQuery } from "drizzle-orm/session";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { Conflict } from "#domain/erreurs.ts";
import { PERSONNE_EFFACEE } from "#domain/personnes/personne.ts";
import { Connection } from "./connection.ts";
import { isBusy, isOfErased } from "./failures.ts";
import * as relations from "./schema/relations.ts";
import { tables as everyTable } from "./tables.ts";

const everything = { ...everyTable, ...relations };
type Everything = typeof everything;
type Tables = ExtractTablesWithRelations<Everything>;

/** A query of drizzle that has not run yet, with the type of its result. */
export type Statement<Result = unknown> = RunnableQuery<Result, "sqlite">;
export type Statements = Readonly<Record<string, Statement>>;
/** The result of each statement, under its name. */
export type Results<Named extends Statements> = {
  -readonly [Name in keyof Named]: Named[Name]["_"]["result"];
};

// The model of the tables is built once for all requests: `drizzle()` would derive it from the schema at each request.
const dialect = new SQLiteAsyncDialect();
const { tables, tableNamesMap } = extractTablesRelationalConfig<Tables>(
  everything,
  createTableRelationsHelpers,
);
const model = { fullSchema: everything, schema: tables, tableNamesMap };

/**
 * The database. It runs one statement as drizzle does, or several named statements as one transaction in one round
 * trip. It hides drizzle’s `batch`, whose results go by position, and `transaction`, which stays open between round
 * trips.
 */
export type Db = Omit<Database, "batch" | "transaction">;

class Database extends LibSQLDatabase<Everything> {
  #client: Client;

  constructor(client: Client) {
    super(
      "async",
      dialect,
      new LibSQLSession<Everything, Tables>(client, dialect, model, {}, undefined),
      model,
    );
    this.#client = client;
  }

  /** Runs these queries, which all see the database at one instant. */
  read<Named extends Statements>(queries: Named): Promise<Results<Named>> {
    return this.#together(queries, "read");
  }

  /** Runs these statements in the order in which they are named, all of them or none. */
  write<Named extends Statements>(statements: Named): Promise<Results<Named>> {
    return this.#together(statements, "write");
  }

  async #together<Named extends Statements>(named: Named, mode: TransactionMode) {
    const prepared = Object.entries(named).map(([name, statement]) => {
      const query = (statement as unknown as { _prepare(): PreparedQuery })._prepare();
      const { sql, params } = query.getQuery();
      return { name, query, statement: { sql, args: params as InArgs } };
    });
    const given = await inTurn(() =>
      this.#client.batch(
        prepared.map(({ statement }) => statement),
        mode,
      ),
    ).catch((error: unknown) => {
      throw isOfErased(error) ? new Conflict(PERSONNE_EFFACEE) : error;
    });
    return Object.fromEntries(
      prepared.map(({ name, query }, index) => [name, query.mapResult(given[index], true)]),
    ) as Results<Named>;
  }
}

/**
 * A client for one request or one batch of messages. If several requests shared a client, they would share its
 * promises and hang.
 */
export function openDb(env: { DATABASE_URL: string; DATABASE_AUTH_TOKEN?: string }): Db {
  const client = new Connection(env.DATABASE_URL, env.DATABASE_AUTH_TOKEN || undefined, (asked) =>
    fetch(asked, { signal: AbortSignal.timeout(PATIENCE_MS) }),
  );
  const execute = client.execute.bind(client);
  client.execute = (statement: InStatement) => inTurn(() => execute(statement));
  return new Database(client);
}

/**
 * The milliseconds after which a call gives up waiting, for a database that does not answer or that another writer
 * locks.
 */
const PATIENCE_MS = 10_000;
const FIRST_WAIT_MS = 40;
const LONGEST_WAIT_MS = 1_000;

/**
 * Makes a call again, after growing waits, while another writer locks the database: nothing of a refused call has
 * run. A checkpoint that waits for a long read, such as a copy of the whole database, keeps the lock for five
 * seconds.
 */
async function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  const limit = Date.now() + PATIENCE_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > limit || !isBusy(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    }
  }
}
