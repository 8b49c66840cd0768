import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { SORT_DES_TEXTES } from "#domain/effacement.ts";
import * as schema from "../../worker/db/schema.ts";
import * as comptes from "../../worker/db/schema-gerance.ts";

const TABLES = Object.values({ ...schema, ...comptes }).filter((value) => is(value, SQLiteTable));

describe("Ce que devient chaque texte de la base quand une personne est effacée", () => {
  it("est décidé pour toutes les tables, et pour aucune autre", () => {
    expect(Object.keys(SORT_DES_TEXTES).toSorted()).toEqual(TABLES.map(getTableName).toSorted());
  });

  it.each(TABLES.map((table) => [getTableName(table), table] as const))(
    "est décidé pour toutes les colonnes de %s",
    (nom, table) => {
      const sort = SORT_DES_TEXTES[nom] ?? {};
      if ("hors" in sort || "supprime" in sort) return;
      const decides = Object.keys(sort);
      const colonnes = Object.values(getTableColumns(table));
      const textes = colonnes.filter((colonne) => colonne.getSQLType() === "text");
      expect(textes.map(({ name }) => name).filter((name) => !decides.includes(name))).toEqual([]);
      const noms = colonnes.map(({ name }) => name);
      expect(decides.filter((decide) => !noms.includes(decide))).toEqual([]);
    },
  );
});
