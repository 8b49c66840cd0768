import { and, count, eq, not, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { PROTEGES, SECRETS, valeurMontree } from "#domain/agence/agence.ts";
import {
  creation,
  modification,
  type VariableDetail,
  type VariableRow,
} from "#domain/agence/variable.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { type VersionLue, versionLue } from "#domain/fields.ts";
import { estMasque, ibanEnGroupes, ibanNu } from "#domain/iban.ts";
import type { Db } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { asRead, isStale, onVersionRead } from "#worker/db/versions.ts";
import type { Env } from "#worker/env.ts";
import { crud } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import type { Page } from "#worker/http/api/list-query.ts";
import { defineFind, detailOf } from "#worker/http/api/record.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { annoncerAdresse } from "#worker/operations/courriels/avis-adresse.ts";
import { annoncerIban } from "#worker/operations/courriels/avis-iban.ts";
import {
  exerciceEntier,
  exigerExerciceEntier,
} from "#worker/operations/gerance/livres/exercices.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { changer } from "#worker/operations/profils/changements.ts";
import { enClair, ouvrirReglage } from "#worker/operations/reglages.ts";

/**
 * The settings whose change is checked. They keep their name: under another name, their value could change without the
 * check.
 */
const SANS_AUTRE_NOM: readonly string[] = [...PROTEGES, "finExercice"];

const protege = sql`${variables.nom} IN (SELECT value FROM json_each(${JSON.stringify(PROTEGES)}))`;

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.variables.findFirst({
      where: eq(variables.id, id),
      columns: { recherche: false, secret: false, StoredFileId: false },
    }),
  view: (variable, { canDelete }): VariableDetail => ({
    ...variable,
    valeur: valeurMontree(variable.nom, variable.valeur),
    canDelete,
  }),
  heldBy: ({ nom }) => (PROTEGES.includes(nom) ? ["la sécurité de l’agence"] : []),
  free: () => not(protege),
  deletion: "administrer",
});

const change = z.extend(modification, versionLue);

export const variableResource = new Hono<App>()
  .post(
    "/Variable",
    requires("administrer"),
    says("Crée un réglage.", {
      name: "Variable",
      record: modification,
      success: 201,
      refusals: [409],
    }),
    json(creation),
    async (c, next) => {
      const { nom, valeur = null } = c.req.valid("json");
      if (nom === "finExercice") await exigerExerciceEntier(contextOf(c), valeur);
      if (!PROTEGES.includes(nom)) return next();
      c.var.session.requireConfirmed(c.var.now);
      const { id } = await ouvrirReglage(contextOf(c), nom);
      return c.json({ data: await write(c, { id, valeur }) }, 201);
    },
  )
  .put(
    "/Variable/:id",
    requires("administrer"),
    says("Modifie un réglage ; celui du compte bancaire peut attendre un autre administrateur.", {
      name: "Variable",
      record: modification,
      refusals: [404, 409],
    }),
    json(change),
    async (c, next) => {
      const id = idParam(c);
      const changes = c.req.valid("json");
      const [known] = await c.var.db
        .select({ nom: variables.nom })
        .from(variables)
        .where(eq(variables.id, id));
      if (!known) throw new NotFound();
      const { nom = known.nom } = changes;
      if (nom !== known.nom && [nom, known.nom].some((one) => SANS_AUTRE_NOM.includes(one)))
        throw new Invalid({ nom: "Ce réglage ne change pas de nom." });
      if (nom === "finExercice" && changes.valeur !== undefined)
        await exigerExerciceEntier(contextOf(c), changes.valeur);
      if (!PROTEGES.includes(nom)) return next();
      return c.json({ data: await write(c, { ...changes, id }) });
    },
  )
  .post(
    "/Variable/:id/reveler",
    says("Montre un réglage gardé secret ; le journal de sécurité le retient.", {
      refusals: [404],
    }),
    requires("modifier"),
    limited("exports"),
    async (c) => {
      const { db, session } = c.var;
      const id = idParam(c);
      const [kept] = await db.select().from(variables).where(eq(variables.id, id));
      if (!kept || !SECRETS.includes(kept.nom)) throw new NotFound();
      await noter(db, {
        evenement: "revelation",
        user: session.user.email,
        details: { entite: "Variable", id, champ: kept.nom },
      });
      const valeur = ibanEnGroupes(enClair(c.env, kept) ?? "");
      return c.json({ data: { id, nom: kept.nom, valeur } });
    },
  )
  .delete("/Variable/:id", requires("administrer"), async (c, next) => {
    const [known] = await c.var.db
      .select({ nom: variables.nom })
      .from(variables)
      .where(eq(variables.id, idParam(c)));
    if (known?.nom === "finExercice") await exigerExerciceEntier(contextOf(c), null);
    return next();
  })
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
        view: (row): VariableRow => ({ ...row, valeur: valeurMontree(row.nom, row.valeur) }),
        csv: [
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Valeur", valeur: (row) => row.valeur },
        ],
      },
      find,
      // The facts that prevent this end of the agency's year may change after the first check, so the write checks
      // them again.
      rules: ({ nom, valeur = null }, before) =>
        nom === "finExercice" && valeur !== before?.valeur
          ? [
              {
                holds: exerciceEntier(valeur),
                refusal: new Conflict(FICHE_MODIFIEE),
              },
            ]
          : [],
    }),
  );

const WAITS = "Ce changement attend la confirmation d’un autre administrateur.";

/** Writes a setting that needs the password again, and in some cases the confirmation of a second administrator. */
async function write(
  c: Context<App>,
  {
    id,
    valeur,
    version,
    updatedAt,
  }: { id: number; valeur?: string | null | undefined } & VersionLue,
) {
  const { db, session, now } = c.var;
  const read = { version, updatedAt };
  const written = await onVersionRead(read, async () => {
    const [kept] = await db.select().from(variables).where(eq(variables.id, id));
    if (!kept) throw new NotFound();
    if (isStale(kept, read)) throw new Conflict(FICHE_MODIFIEE);
    const { valeur: given = null } = parse(creation, {
      nom: kept.nom,
      valeur: valeur === undefined ? valeurMontree(kept.nom, kept.valeur) : valeur,
    });
    const before = wholeOf(c.env, kept);
    const after = given && SECRETS.includes(kept.nom) ? asKept(kept, before, given) : given;
    if ((after ?? "") === (before ?? "")) return { issue: "fait" as const };
    session.requireConfirmed(now);
    const connue = and(eq(variables.id, id), asRead(variables, { version: kept.version }));
    const champ = { entite: "Variable", entiteId: id, champ: kept.nom } as const;
    const asked = { ...champ, avant: before, apres: after, UserId: session.user.id, connue };
    const ctx = contextOf(c);
    const issue = await changer(ctx, asked);
    if (issue && before) {
      const told = { avant: before, apres: after };
      if (kept.nom === "iban") c.executionCtx.waitUntil(annoncerIban(ctx, { ...told, issue }));
      if (kept.nom === "agenceEmail") c.executionCtx.waitUntil(annoncerAdresse(ctx, told));
    }
    return issue && { issue };
  });
  const data = detailOf(c, find, await find.query(db, id));
  return written.issue === "attend" ? { ...data, warnings: [WAITS] } : data;
}

/**
 * The whole value of a setting. When the encryption key is lost: the masked value, so that staff can type the value
 * again.
 */
function wholeOf(env: Env, kept: Parameters<typeof enClair>[1]): string | null {
  try {
    return enClair(env, kept);
  } catch {
    return kept.valeur;
  }
}

/**
 * The value to store: unchanged when the caller sends back the masked value that was shown to him.
 * @throws Invalid for any other masked value
 */
function asKept({ nom }: { nom: string }, before: string | null, given: string): string | null {
  if (!estMasque(given)) return ibanNu(given);
  if (given === valeurMontree(nom, before)) return before;
  throw new Invalid({ valeur: "Écrivez l’IBAN en entier." });
}
