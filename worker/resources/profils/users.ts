import { count, eq, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { versionLue, versionSeule } from "#domain/fields.ts";
import { peut, rolesPour } from "#domain/profils/droits.ts";
import { creation, modification, type UserDetail, type UserRow } from "#domain/profils/user.ts";
import type { Db } from "#worker/db/client.ts";
import { aUnFacteur, historique, selected } from "#worker/db/conditions.ts";
import { users } from "#worker/db/schema/agence.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import type { Page } from "#worker/http/api/list-query.ts";
import { defineFind, detailOf } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { openAccount } from "#worker/http/session/open-account.ts";
import { tellAccount, tellAdministrators } from "#worker/http/session/tell-account.ts";
import type { App } from "#worker/http/types.ts";
import {
  adresseDeProfil,
  modifierProfil,
  type Profil,
  profilDe,
  supprimerProfil,
} from "#worker/operations/profils/users.ts";

/** The columns that the record of a user account leaves out. */
const SECRETS = {
  password: false,
  passwordChangedAt: false,
  temporaryBefore: false,
  totpSecret: false,
  totpPending: false,
  totpStep: false,
  suiviMail: false,
  suiviCle: false,
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

/** Administrators are left out of the list unless a filter asks for them. */
const notAdmin = notInArray(users.role, rolesPour("administrer"));

const change = z.extend(modification, versionLue);

const administers = ({ role }: Profil) => peut(role, "administrer");

/**
 * Mails a change of an account. For a new address: to both addresses and, when the account is an administrator's, to
 * the administrators. For the role of administrator, given or taken: to the administrators.
 */
function tellChange(c: Context<App>, { avant, apres }: { avant: Profil; apres: Profil }) {
  if (apres.email !== avant.email) {
    tellAccount(c, "adresse", avant.email);
    tellAccount(c, "adresse", apres.email);
    if (administers(avant)) tellAdministrators(c, "adresse", apres.email);
  }
  if (administers(apres) !== administers(avant))
    tellAdministrators(c, administers(apres) ? "nomme" : "destitue", apres.email);
}

export const userResource = new Hono<App>()
  .use("/User", requires("administrer"))
  .use("/User.csv", requires("administrer"))
  .use("/User/:id", requires("administrer"))
  .post(
    "/User",
    says("Ouvre un compte : son mot de passe provisoire n’est montré qu’ici.", { success: 201 }),
    json(creation),
    async (c) => {
      return c.json({ data: await openAccount(c, c.req.valid("json")) }, 201);
    },
  )
  .put("/User/:id", says("Modifie un compte."), json(change), async (c) => {
    const { db, session, now } = c.var;
    const id = idParam(c);
    const asked = c.req.valid("json");
    if (asked.role !== undefined || asked.habiliteSigner !== undefined)
      session.requireConfirmed(now);
    if (asked.email !== undefined) {
      const known = await profilDe({ db }, id);
      if (administers(known) && adresseDeProfil(asked.email) !== known.email)
        session.requireConfirmed(now);
    }
    const change = await modifierProfil(contextOf(c), { ...asked, id, moi: session.user.id });
    tellChange(c, change);
    return c.json({ data: detailOf(c, find, await find.query(db, id)) });
  })
  .delete(
    "/User/:id",
    says("Ferme un compte.", { success: 204 }),
    json(versionSeule),
    async (c) => {
      const { db, session, now } = c.var;
      const id = idParam(c);
      if (administers(await profilDe({ db }, id))) session.requireConfirmed(now);
      const closed = await supprimerProfil(contextOf(c), {
        ...c.req.valid("json"),
        id,
        moi: session.user.id,
      });
      if (administers(closed)) tellAdministrators(c, "supprime", closed.email);
      return c.body(null, 204);
    },
  )
  .route(
    "/",
    reads({
      name: "User",
      table: users,
      list: {
        search: [users.email, sql`coalesce(${users.nom}, '')`],
        searched: [],
        sort: { email: users.email, nom: users.nom, role: users.role, id: users.id },
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
              nom: users.nom,
              role: users.role,
              habiliteSigner: users.habiliteSigner,
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
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "E-mail", valeur: (row) => row.email },
          { titre: "Rôle", valeur: (row) => row.role },
          { titre: "Mot de passe à changer", valeur: (row) => row.mustSetPassword },
          { titre: "Second facteur", valeur: (row) => row.secondFacteur },
        ],
      },
      find,
    }),
  );
