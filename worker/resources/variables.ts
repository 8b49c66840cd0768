import { count, eq, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import { creation, modification, type VariableDetail, type VariableRow } from "#domain/variable.ts";
import type { Db } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema.ts";
import { crud } from "#worker/http/crud.ts";
import { requires } from "#worker/http/guards.ts";
import type { Page } from "#worker/http/list-query.ts";
import type { App } from "#worker/http/types.ts";

export const variableResource = new Hono<App>()
  .post("/Variable", requires("administrer"))
  .put("/Variable/:id", requires("administrer"))
  .delete("/Variable/:id", requires("administrer"))
  .route(
    "/",
    crud({
      name: "Variable",
      table: variables,
      creation,
      modification,
      list: {
        search: [variables.recherche],
        searched: ["nom", "valeur"],
        sort: { nom: variables.nom, id: variables.id },
        defaultSort: "nom",
        filters: {},
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: variables.id,
              nom: variables.nom,
              valeur: variables.valeur,
              updatedAt: variables.updatedAt,
              version: variables.version,
            })
            .from(variables)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(variables).where(where),
        view: (row): VariableRow => row,
        csv: [
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Valeur", valeur: (row) => row.valeur },
        ],
      },
      find: {
        query: (db: Db, id: number | SQL) =>
          db.query.variables.findFirst({
            where: eq(variables.id, id),
            columns: { recherche: false, secret: false, StoredFileId: false },
          }),
        view: (variable, { canDelete }): VariableDetail => ({
          ...variable,
          canDelete,
        }),
        heldBy: () => [],
        deletion: "administrer",
      },
    }),
  );
