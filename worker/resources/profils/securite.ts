import { count, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { formatInstant } from "#domain/dates.ts";
import {
  EVENEMENTS_SECURITE,
  type EvenementSecurite,
  type LigneSecurite,
} from "#domain/profils/securite.ts";
import type { Db } from "#worker/db/client.ts";
import { securityEvents } from "#worker/db/schema/agence.ts";
import { reads } from "#worker/http/api/crud.ts";
import { byChoice, type Page } from "#worker/http/api/list-query.ts";
import { defineFind } from "#worker/http/api/record.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";

const view = (row: LigneSecurite): LigneSecurite => row;

const EVENEMENTS = Object.keys(EVENEMENTS_SECURITE) as EvenementSecurite[];

/** The journal of security, newest first: sign-ins, failures, changes of accounts and of personal data. */
export const securiteResource = new Hono<App>()
  .use("/Securite", requires("administrer"))
  .use("/Securite.csv", requires("administrer"))
  .use("/Securite/:id", requires("administrer"))
  .route(
    "/",
    reads({
      name: "Securite",
      table: securityEvents,
      list: {
        search: [
          sql`lower(coalesce(${securityEvents.user}, '') || ' ' || coalesce(${securityEvents.device}, ''))`,
        ],
        searched: [],
        sort: { id: securityEvents.id, user: securityEvents.user },
        defaultSort: "-id",
        filters: {
          evenement: byChoice(
            Object.fromEntries(
              EVENEMENTS.map((kind) => [kind, () => eq(securityEvents.evenement, kind)]),
            ),
          ),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select(getTableColumns(securityEvents))
            .from(securityEvents)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(securityEvents).where(where),
        view,
        csv: [
          { titre: "Date", valeur: (row) => formatInstant(new Date(row.createdAt)) },
          { titre: "Événement", valeur: (row) => EVENEMENTS_SECURITE[row.evenement] },
          { titre: "Compte", valeur: (row) => row.user },
          { titre: "Appareil", valeur: (row) => row.device },
          { titre: "Détails", valeur: (row) => row.details && JSON.stringify(row.details) },
        ],
      },
      find: defineFind({
        query: (db: Db, id: number | SQL) =>
          db.query.securityEvents.findFirst({ where: eq(securityEvents.id, id) }),
        view,
        heldBy: () => ["le journal"],
      }),
    }),
  );
