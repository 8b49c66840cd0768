import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient, LibsqlError } from "@libsql/client/web";
import { Problem, showError } from "./problem.ts";
import { ROOT } from "./settings.ts";

export interface Migration {
  name: string;
  statements: string[];
  /** The SHA-256 of the file, which must not change once the migration has run. */
  hash: string;
}

const TABLE = "_migrations";
const CREATE = `CREATE TABLE IF NOT EXISTS ${TABLE} (name TEXT PRIMARY KEY, hash TEXT NOT NULL, appliedAt TEXT NOT NULL) STRICT`;

/** The migrations that drizzle-kit wrote, in the order of its journal. */
export function readMigrations(folder = join(ROOT, "migrations")): Migration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(folder, "meta/_journal.json"), "utf8"),
  );
  return journal.entries.map(({ tag }) => {
    const file = readFileSync(join(folder, `${tag}.sql`), "utf8");
    const statements = file.split("--> statement-breakpoint").map((statement) => statement.trim());
    return { name: tag, statements, hash: createHash("sha256").update(file).digest("hex") };
  });
}

/**
 * Applies the missing migrations. Each runs in one transaction with the row that records it, so that two runs, even
 * at once, apply it once.
 * @returns the names of the migrations applied
 */
export async function migrate(
  database: { url: string; authToken?: string | undefined },
  migrations = readMigrations(),
): Promise<string[]> {
  const client = createClient({
    url: database.url,
    ...(database.authToken ? { authToken: database.authToken } : {}),
  });
  const recorded = async () => {
    const { rows } = await client.execute(`SELECT name, hash FROM ${TABLE}`);
    return new Map(rows.map((row) => [String(row.name), String(row.hash)]));
  };
  try {
    await client.execute(CREATE);
    const done = await recorded();
    const applied: string[] = [];
    for (const { name, statements, hash } of migrations) {
      const known = done.get(name);
      if (known === hash) continue;
      if (known) {
        throw new Problem(
          `La migration ${name} a changé depuis qu’elle a été appliquée à cette base.\n` +
            "Une migration appliquée ne se modifie plus : remettez-la, et écrivez-en une nouvelle.",
        );
      }
      const hanging = statements.some((statement) => /\bRENAME TO\b/.test(statement))
        ? await hangingOn(client)
        : [];
      try {
        // A table can be rebuilt here: `migrate`, unlike `batch`, checks foreign keys at the end.
        await client.migrate([
          {
            sql: `INSERT INTO ${TABLE} VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
            args: [name, hash],
          },
          ...hanging.map(({ drop }) => drop),
          ...statements,
          ...hanging.map(({ create }) => create),
        ]);
        applied.push(name);
      } catch (error) {
        if ((await recorded()).get(name) === hash) continue;
        const reason = error instanceof LibsqlError ? error.message : String(error);
        throw new Problem(`La migration ${name} a échoué et n’a rien changé : ${reason}`);
      }
    }
    const { rows } = await client.execute("PRAGMA foreign_key_check");
    if (rows[0]) {
      throw new Problem(`Des lignes de la table ${rows[0].table} désignent une fiche absente.`);
    }
    return applied;
  } catch (error) {
    if (error instanceof TypeError || error instanceof LibsqlError) {
      throw new Problem(`La base ${database.url} ne répond pas ou refuse : ${error.message}`);
    }
    throw error;
  } finally {
    client.close();
  }
}

/**
 * The triggers and views of the database. They are dropped before a table is rebuilt, because a trigger or view that
 * names the table would block it, and made again afterwards, except those that the migration itself defines.
 */
async function hangingOn(client: Client): Promise<{ drop: string; create: string }[]> {
  const { rows } = await client.execute(
    "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')",
  );
  return rows.map(({ type, name, sql }) => ({
    drop: `DROP ${type} "${name}"`,
    create: String(sql).replace(/^CREATE (TRIGGER|VIEW)/i, "CREATE $1 IF NOT EXISTS"),
  }));
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL;
  try {
    if (!url) {
      throw new Problem(
        "Indiquez la base : DATABASE_URL=libsql://… DATABASE_AUTH_TOKEN=… npm run migrate",
      );
    }
    const applied = await migrate({ url, authToken: process.env.DATABASE_AUTH_TOKEN });
    console.log(applied.length ? `Migrations appliquées : ${applied.join(", ")}` : "Base à jour.");
  } catch (error) {
    showError(error);
    process.exitCode = 1;
  }
}
