import { createClient } from "@libsql/client/web";

type Row = Record<string, unknown>;

const quoted = (name: unknown) => `"${String(name)}"`;

/** These triggers keep evidence from being deleted: they are dropped while the tables are emptied. */
const ON_DELETE = /\b(?:BEFORE|AFTER)\s+DELETE\b/i;

/**
 * Reads what a database holds right after its migrations.
 * @returns a function that brings the database back to that state in one transaction, without a restart. It throws
 * when the database is down or locked, or when its schema has changed.
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
    // The order of the tables does not matter: `migrate`, unlike `batch`, checks foreign keys at the end.
    await client.migrate([
      ...inTheWay.map(({ name }) => `DROP TRIGGER ${quoted(name)}`),
      ...written.map((name) => `DELETE FROM ${quoted(name)}`),
      "DELETE FROM sqlite_sequence",
      ...first,
      ...inTheWay.map(({ sql }) => String(sql)),
    ]);
  };
}
