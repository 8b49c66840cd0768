import { existsSync } from "node:fs";
import { createClient, LibsqlError } from "@libsql/client/web";
import { Problem, showError } from "../problem.ts";
import { readIdentities, readSql } from "./opened-copy.ts";

/**
 * The size, in characters, of a group of statements sent together. It is limited, because a hosted database gives a
 * transaction five seconds.
 */
const CHUNK = 500_000;
/**
 * The statements of a dump that are left out, because the restoration has its own transaction and checks the foreign
 * keys at its end.
 */
const FRAME = /^(PRAGMA foreign_keys=|BEGIN TRANSACTION|COMMIT)/;
const END = "COMMIT;";
/** An unfinished CREATE TRIGGER: its body contains semicolons, so that it ends only at END. */
const UNFINISHED_TRIGGER = /^\s*CREATE TRIGGER(?![\s\S]*\bEND\s*;\s*$)/i;

/**
 * Writes a copy of the database into an empty libSQL. Nothing is written from a truncated copy; an interrupted
 * restoration leaves a database to throw away.
 * @param read opens the SQL of the copy; it is called twice, first to read the SQL to its end
 * @returns how many rows each table holds
 * @throws Problem when the database is not empty or does not answer, when the copy is cut short or damaged, and when
 * a row refers to an absent one
 */
export async function restore(
  read: () => AsyncIterable<string>,
  database: { url: string; authToken?: string | undefined },
): Promise<Map<string, number>> {
  if ((await lastStatement(read())) !== END) {
    throw new Problem("Cette copie est incomplète : rien n’a été changé.");
  }
  const client = createClient({
    url: database.url,
    ...(database.authToken ? { authToken: database.authToken } : {}),
  });
  try {
    if ((await tablesOf(client)).length > 0) {
      throw new Problem("Cette base n’est pas vide : rien n’a été changé.");
    }
    // `migrate`, unlike `batch`, lets a row come before the row that it refers to.
    for await (const chunk of chunks(statements(read()))) await client.migrate(chunk);
    const { rows } = await client.execute("PRAGMA foreign_key_check");
    if (rows[0]) {
      throw new Problem(`Des lignes de la table ${rows[0].table} désignent une fiche absente.`);
    }
    const counts = new Map<string, number>();
    for (const table of await tablesOf(client)) {
      const { rows } = await client.execute(`SELECT count(*) AS total FROM "${table}"`);
      counts.set(table, Number(rows[0]?.total));
    }
    return counts;
  } catch (error) {
    if (error instanceof TypeError || error instanceof LibsqlError) {
      throw new Problem(`La base ${database.url} ne répond pas ou refuse : ${error.message}`);
    }
    throw error;
  } finally {
    client.close();
  }
}

async function lastStatement(text: AsyncIterable<string>): Promise<string> {
  let last = "";
  try {
    for await (const statement of statements(text)) last = statement;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem("Cette copie est incomplète ou abîmée : rien n’a été changé.");
  }
  return last;
}

async function* chunks(source: AsyncIterable<string>): AsyncGenerator<string[]> {
  let chunk: string[] = [];
  let length = 0;
  for await (const statement of source) {
    if (FRAME.test(statement)) continue;
    chunk.push(statement);
    length += statement.length;
    if (length < CHUNK) continue;
    yield chunk;
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield chunk;
}

async function tablesOf(client: ReturnType<typeof createClient>): Promise<string[]> {
  const { rows } = await client.execute(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
  );
  return rows.map(({ name }) => String(name));
}

/** The comment at the head of a copy. */
const HEADING = /^--.*\n/;

/** The statements of an SQL text, each with its semicolon; a semicolon inside quotes ends none. */
async function* statements(text: AsyncIterable<string>): AsyncGenerator<string> {
  let statement = "";
  let quote = "";
  for await (const piece of text) {
    let start = 0;
    for (let place = 0; place < piece.length; place++) {
      const character = piece[place] ?? "";
      if (quote) {
        if (character === quote) quote = "";
      } else if (character === "'" || character === '"' || character === "`") {
        quote = character;
      } else if (character === ";") {
        statement += piece.slice(start, place + 1);
        start = place + 1;
        if (UNFINISHED_TRIGGER.test(statement)) continue;
        yield statement.replace(HEADING, "").trim();
        statement = "";
      }
    }
    statement += piece.slice(start);
  }
  if (statement.trim()) yield statement.trim();
}

if (import.meta.main) {
  const [file, url] = process.argv.slice(2);
  try {
    if (!file || !url) {
      throw new Problem(
        "Indiquez la copie et la base vide : DATABASE_AUTH_TOKEN=… npm run restore -- 2026-11-21.sql.gz libsql://…",
      );
    }
    if (!existsSync(file)) throw new Problem(`Le fichier ${file} n’existe pas.`);
    const read = () => readSql(file, readIdentities(undefined));
    const counts = await restore(read, { url, authToken: process.env.DATABASE_AUTH_TOKEN });
    for (const [table, rows] of counts) console.log(`${table.padEnd(24)} ${rows}`);
    console.log("\nLa base est restaurée.");
  } catch (error) {
    showError(error);
    process.exitCode = 1;
  }
}
