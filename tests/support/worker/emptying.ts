import { createClient } from "@libsql/client/web";

type Row = Record<string, unknown>;

const quoted = (name: unknown) => `"${String(name)}"`;

/** The triggers on deletion: they keep evidence from being deleted, and would stop the emptying. */
const ON_DELETE = /\b(?:BEFORE|AFTER)\s+DELETE\b/i;

/**
 * Learns a database as its migrations leave it, to bring it back there many times without a restart, in one
 * transaction: its tables are emptied, the rows of the migrations written again, and every count starts at one.
 * @returns the function that empties it; it throws when the database is down, held by another, or has another schema.
 */
export async function emptying(database: {
  url: string;
  authToken: string;
}): Promise<() => Promise<void>> {
  const client = createClient(database);
  const read = async (sql: string): Promise<Row[]> => [...(await client.execute(sql)).rows];
  const names = (
    await read(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '_migrations'",
    )
  ).map(({ name }) => name);
  const triggers = await read(
    "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger'",
  );
  const used = names
    .map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${quoted(name)})`)
    .join(" UNION ALL ");

  async function rowsOf({ name }: Row) {
    return (await read(`SELECT * FROM ${quoted(name)}`)).map((row) => ({
      sql: `INSERT INTO ${quoted(name)} (${Object.keys(row).map(quoted)}) VALUES (${Object.keys(row).map(() => "?")})`,
      args: Object.values(row) as string[],
    }));
  }
  const schema = async () =>
    JSON.stringify(await read("SELECT count(*), total(length(sql)) FROM sqlite_schema"));
  const asMigrated = await schema();
  const first = (await Promise.all((await read(used)).map(rowsOf))).flat();

  return async () => {
    if ((await schema()) !== asMigrated) throw new Error("A test has changed the schema.");
    const written = (await read(used)).map(({ name }) => name);
    const inTheWay = triggers.filter(
      ({ tbl_name, sql }) => written.includes(tbl_name) && ON_DELETE.test(String(sql)),
    );
    // The tables go in any order: unlike batch, migrate lets foreign keys wait.
    await client.migrate([
      ...inTheWay.map(({ name }) => `DROP TRIGGER ${quoted(name)}`),
      ...written.map((name) => `DELETE FROM ${quoted(name)}`),
      "DELETE FROM sqlite_sequence",
      ...first,
      ...inTheWay.map(({ sql }) => String(sql)),
    ]);
  };
}
