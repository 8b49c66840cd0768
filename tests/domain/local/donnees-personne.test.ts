import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { PERSONNES } from "#domain/personnes/personne.ts";
import { lignesDe } from "#worker/operations/personnes/donnees-personne.ts";
import { readMigrations } from "../../../worker/local/migrate.ts";

const dialect = new SQLiteAsyncDialect();

it("les adresses d’une personne se cherchent une fois, non pour chaque ligne de l’historique", () => {
  const base = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  for (const { statements } of readMigrations())
    for (const statement of statements) base.exec(statement);
  const recherches = PERSONNES.flatMap((personne) => {
    const { historyRecus, courrielsRecus } = lignesDe({ personne, id: 1 });
    return [
      { personne, table: "History", lignes: historyRecus },
      { personne, table: "Courriel", lignes: courrielsRecus },
    ];
  });
  const reprises = recherches.flatMap(({ personne, table, lignes }) => {
    const lecture = sql`EXPLAIN QUERY PLAN SELECT 1 FROM ${sql.identifier(table)} WHERE ${lignes}`;
    const { sql: texte, params } = dialect.sqlToQuery(lecture);
    const plan = base.prepare(texte).all(...(params as SQLInputValue[]));
    return plan
      .filter(({ detail }) => String(detail).startsWith("CORRELATED LIST"))
      .map(({ detail }) => `${personne}, ${table} : ${detail}`);
  });
  expect(reprises).toEqual([]);
});
