import { count, eq, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { peut, rolesPour } from "#domain/droits.ts";
import { versionLue, versionSeule } from "#domain/fields.ts";
import { creation, modification, type UserDetail, type UserRow } from "#domain/user.ts";
import type { Db } from "#worker/db/client.ts";
import { aUnFacteur, historique, selected } from "#worker/db/conditions.ts";
import { users } from "#worker/db/schema.ts";
import { authorOf } from "#worker/http/author.ts";
import { reads } from "#worker/http/crud.ts";
import { says } from "#worker/http/described.ts";
import { requires } from "#worker/http/guards.ts";
import type { Page } from "#worker/http/list-query.ts";
import { defineFind, detailOf } from "#worker/http/record.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, json } from "#worker/http/validate.ts";
import { inscrire, modifierCompte, supprimerCompte } from "#worker/operations/users.ts";

/** What no answer holds. */
const SECRETS = {
  password: false,
  passwordChangedAt: false,
  totpSecret: false,
  totpPending: false,
  totpStep: false,
} as const;

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.users.findFirst({
      where: eq(users.id, id),
      columns: SECRETS,
      extras: {
        history: historique("User", users.id, 50).as("history"),
        secondFacteur: sql<boolean>`${aUnFacteur}`.mapWith(Boolean).as("secondFacteur"),
      },
    }),
  view: ({ history, secondFacteur, ...account }, { canDelete, user }): UserDetail => ({
    ...account,
    secondFacteur: Boolean(secondFacteur),
    history: JSON.parse(history),
    canDelete: canDelete && account.id !== user.id,
  }),
  heldBy: () => [],
});

/** The admins, who alone ask, are left out unless they are asked for: that leaves the caller out too. */
const notAdmin = notInArray(users.role, rolesPour("administrer"));

const change = z.extend(modification, versionLue);

export const userResource = new Hono<App>()
  .use("/User", requires("administrer"))
  .use("/User.csv", requires("administrer"))
  .use("/User/:id", requires("administrer"))
  .post(
    "/User",
    says("Ouvre un compte : son mot de passe provisoire n’est montré qu’ici.", { success: 201 }),
    json(creation),
    async (c) => {
      const asked = c.req.valid("json");
      if (peut(asked.role, "administrer")) c.var.session.requireConfirmed(c.var.now);
      return c.json({ data: await inscrire(c.var.db, asked, authorOf(c)) }, 201);
    },
  )
  .put("/User/:id", says("Modifie un compte."), json(change), async (c) => {
    const { db, session, now } = c.var;
    const id = idParam(c);
    const asked = c.req.valid("json");
    if (asked.role !== undefined) session.requireConfirmed(now);
    await modifierCompte(db, id, asked, { moi: session.user, now });
    return c.json({ data: detailOf(c, find, await find.query(db, id)) });
  })
  .delete(
    "/User/:id",
    says("Ferme un compte.", { success: 204 }),
    json(versionSeule),
    async (c) => {
      await supprimerCompte(c.var.db, idParam(c), c.var.session.user, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .route(
    "/",
    reads({
      name: "User",
      table: users,
      list: {
        search: [users.email],
        searched: [],
        sort: { email: users.email, role: users.role, id: users.id },
        defaultSort: "email",
        filters: {
          administrateurs: {
            schema: z.enum(["true", "false"], "« true » ou « false » est attendu."),
            where: (value, _today, session) =>
              value === "true" ? ne(users.id, session.user.id) : notAdmin,
          },
        },
        unasked: { administrateurs: notAdmin },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: users.id,
              email: users.email,
              role: users.role,
              mustSetPassword: users.mustSetPassword,
              secondFacteur: selected<boolean>(aUnFacteur).mapWith(Boolean),
              temporaryUntil: users.temporaryUntil,
              updatedAt: users.updatedAt,
              version: users.version,
            })
            .from(users)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(users).where(where),
        view: (row): UserRow => row,
        csv: [
          { titre: "E-mail", valeur: (row) => row.email },
          { titre: "Rôle", valeur: (row) => row.role },
          { titre: "Mot de passe à changer", valeur: (row) => row.mustSetPassword },
          { titre: "Second facteur", valeur: (row) => row.secondFacteur },
        ],
      },
      find,
    }),
  );
