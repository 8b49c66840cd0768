import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readMigrations } from "../../../worker/local/migrate.ts";

const FICHIER = join(import.meta.dirname, "../../../worker/db/triggers.sql");

/** The text of a trigger without its layout. */
const nu = (sql: string) => sql.replaceAll(/\s+/g, " ").replace(/; ?$/, "").trim();

test("worker/db/triggers.sql dit les déclencheurs de la base, tous et tels que les migrations les laissent", () => {
  const base = new DatabaseSync(":memory:");
  for (const { statements } of readMigrations())
    for (const statement of statements) base.exec(statement);
  const poses = base
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    .all()
    .map(({ sql }) => nu(String(sql)));
  const dits = readFileSync(FICHIER, "utf8")
    .replaceAll(/^-- .*$/gm, "")
    .split(/^(?=CREATE TRIGGER)/m)
    .map(nu)
    .filter(Boolean);
  expect(dits.toSorted()).toEqual(poses.toSorted());
});
