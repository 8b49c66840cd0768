import { count, eq, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import {
  creation,
  type EquipementDetail,
  type EquipementRow,
  modification,
} from "#domain/biens/equipement.ts";
import type { Db } from "#worker/db/client.ts";
import { equipements } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import type { Page } from "#worker/http/api/list-query.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";

export const equipementResource = new Hono<App>()
  .post("/Equipement", requires("administrer"))
  .put("/Equipement/:id", requires("administrer"))
  .delete("/Equipement/:id", requires("administrer"))
  .route(
    "/",
    crud({
      name: "Equipement",
      table: equipements,
      creation,
      modification,
      list: {
        search: [equipements.recherche],
        searched: ["nom"],
        sort: {
          nom: equipements.recherche,
          collectif: equipements.collectif,
          id: equipements.id,
        },
        defaultSort: "nom",
        filters: {},
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: equipements.id,
              nom: equipements.nom,
              collectif: equipements.collectif,
              updatedAt: equipements.updatedAt,
              version: equipements.version,
            })
            .from(equipements)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(equipements).where(where),
        view: (row): EquipementRow => row,
        csv: [
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Collectif", valeur: (row) => row.collectif },
        ],
      },
      find: {
        query: (db: Db, id: number | SQL) =>
          db.query.equipements.findFirst({
            where: eq(equipements.id, id),
            columns: { recherche: false },
          }),
        view: (equipement, { canDelete }): EquipementDetail => ({
          ...equipement,
          canDelete,
        }),
        heldBy: () => [],
        deletion: "administrer",
      },
    }),
  );
